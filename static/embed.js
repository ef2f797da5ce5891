/* <headroom-scenario src="…#/wal?free=9GB" edit="free" show="verdict,chart" theme="auto">
Frame: …#/embed/wal?free=9GB&edit=free&show=verdict,chart&theme=dark
From it: headroom:height {px}, headroom:scenario {link: "wal?free=8GB"}
Then to it: headroom:theme {theme}, headroom:set {link}. See docs/embedding.md */
{
const tag = "headroom-scenario", dark = matchMedia("(prefers-color-scheme:dark)");

customElements.get(tag) || customElements.define(tag, class extends HTMLElement {
	static observedAttributes = ["src", "edit", "show", "theme", "title"];

	connectedCallback() {
		const root = this.shadowRoot || this.attachShadow({ mode: "open" });
		let at, frame, heard;
		const say = (type) => heard && frame.contentWindow.postMessage(
			{ type: "headroom:" + type, theme: at.theme, link: at.link },
			at.origin == "null" ? "*" : at.origin);
		const update = this.update = (name) => {
			const was = at || {};
			at = this.read();
			if (!at) return root.replaceChildren(document.createElement("slot"));
			if (at.page != was.page || at.own != was.own) {
				heard = 0;
				frame = document.createElement("iframe");
				frame.loading = "lazy";
				frame.sandbox = "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox";
				frame.style.cssText = "display:block;width:100%;height:36rem;border:0";
				frame.src = `${at.page}#/embed/${at.link}${at.own}&theme=${at.theme}`;
				root.replaceChildren(frame);
			}
			frame.title = this.title || "Headroom";
			say("theme");
			if (name == "src") say("set");
		};
		const hear = ({ source, origin, data }) => {
			if (!at || source != frame.contentWindow || origin != at.origin) return;
			const { type, px, link } = data || {};
			if (type == "headroom:height") {
				if (px === +px && px > 0 && px < 2e4) frame.style.height = px + "px";
			} else if (type == "headroom:scenario" && link?.match?.(/^\w+(\?\S*)?$/)) {
				this.dispatchEvent(new CustomEvent("change", { bubbles: true, detail: { link: at.page + "#/" + link } }));
			} else return;
			if (heard) return;
			heard = 1;
			say("theme");
			say("set");
		};
		const off = this.off = new AbortController(); // has a signal
		addEventListener("message", hear, off);
		dark.addEventListener("change", update, off);
		update();
	}

	disconnectedCallback() {
		this.off.abort();
		this.update = null;
	}

	attributeChangedCallback(name) {
		this.update?.(name);
	}

	// Nothing if src leads to no scenario.
	read() {
		const get = (key) => this.getAttribute(key) || "";
		try {
			const { href, hash, origin, protocol } = new URL(get("src"), document.baseURI);
			const [, id, query] = /^#\/(?:embed\/)?(\w+)\??(.*)/.exec(hash);
			return /^(http|file)/.test(protocol) && {
				origin,
				page: href.split("#")[0],
				link: id + "?" + query.replace(/(^|&)(edit|show|theme)=[^&]*/g, ""),
				own: `&edit=${get("edit")}&show=${get("show")}`,
				theme: /^(light|dark)$/.exec(get("theme"))?.[0] || (dark.matches ? "dark" : "light"),
			};
		} catch {}
	}
});
}
