//! A static server under a sub-path that can be stopped, and folders that it serves.

use std::net::TcpListener;
use std::path::{Path, PathBuf};

use tokio::runtime::{Builder, Runtime};

/// The folder below which the page is served: it must work under any path.
const SUB_PATH: &str = "/docs/tools/headroom";

/// The folder of the built page.
pub fn dist() -> PathBuf {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("dist");
    assert!(dist.join("index.html").exists(), "dist/ is missing: run scripts/build");
    dist
}

/// Serves a folder from a free port of this machine until it is stopped or dropped.
pub struct Server {
    pub origin: String,
    // Of its own: when it ends, so does every connection.
    runtime: Option<Runtime>,
    silent: Option<TcpListener>,
}

impl Server {
    pub fn start(folder: &Path) -> Self {
        let files = tower_http::services::ServeDir::new(folder);
        let app = axum::Router::new().nest_service(SUB_PATH, files);
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        listener.set_nonblocking(true).expect("a listener that does not block");
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
        runtime.spawn(async move {
            let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
            axum::serve(listener, app).await
        });
        Self { origin: format!("http://{address}"), runtime: Some(runtime), silent: None }
    }

    /// The address of the page.
    pub fn page(&self) -> String {
        format!("{}{SUB_PATH}/", self.origin)
    }

    /// Ends every connection; from now on nobody answers at this address.
    pub fn stop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }

    /// A stopped server from now on takes connections, and never answers.
    pub async fn hang(&mut self) {
        let address = self.origin.trim_start_matches("http://");
        // The runtime is given up in the background.
        for _ in 0..100 {
            self.silent = TcpListener::bind(address).ok();
            if self.silent.is_some() {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("{address} stays taken");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A copy of the built page that a test may change, gone with the test.
pub struct Build {
    pub folder: PathBuf,
}

impl Build {
    pub fn copy(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("headroom-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let build = Self { folder };
        build.replace(&dist());
        build
    }

    /// Another build takes the place of this one: nothing of the old one stays.
    pub fn replace(&self, with: &Path) {
        let _ = std::fs::remove_dir_all(&self.folder);
        std::fs::create_dir_all(&self.folder).expect("a folder");
        for entry in std::fs::read_dir(with).expect("a folder") {
            let path = entry.expect("a file").path();
            if let (true, Some(name)) = (path.is_file(), path.file_name()) {
                std::fs::copy(&path, self.folder.join(name)).expect("a copy");
            }
        }
    }

    /// The names of its files.
    pub fn files(&self) -> Vec<String> {
        let names = std::fs::read_dir(&self.folder).expect("a folder");
        names.map(|entry| entry.expect("a file").file_name().into_string().expect("a name")).collect()
    }

    /// The one file whose name ends like this.
    pub fn file(&self, end: &str) -> PathBuf {
        let mut found = self.files().into_iter().filter(|name| name.ends_with(end));
        match (found.next(), found.next()) {
            (Some(name), None) => self.folder.join(name),
            other => panic!("one file of {end}: {other:?}"),
        }
    }
}

impl Drop for Build {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
