//! Saving files.

use gloo::utils::document;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::js_sys::Array;
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, HtmlAnchorElement, HtmlCanvasElement, HtmlImageElement,
    Url,
};

use super::super::bench::Bench;
use super::share;
use crate::chart::Look;
use crate::export::{self, Picture};

/// The width of a picture, in CSS px.
const WIDTH: u32 = 760;
/// Pixels of a PNG to a CSS px.
const SCALE: f64 = 2.0;

/// Saves a file: `md`, `json`, `csv`, or `svg.` and `png.` with the key of a chart.
pub(super) fn save(bench: &Bench, which: &str, dark: bool) {
    let scenario = &bench.draft.scenario;
    let id = bench.draft.calculator().id();
    let address = share::page();
    let (ending, chart) = which.split_once('.').unwrap_or((which, ""));
    let answer = bench.draft.evaluate();
    if ending == "json" {
        return text(&format!("{id}.json"), "application/json", &export::json(scenario, &answer, &[]));
    }
    let Ok(report) = &answer else { return };
    let picture = |look| {
        let chart = report.charts.iter().find(|spec| spec.key == chart)?;
        let address = address.as_ref();
        Some(Picture { scenario, report, chart, address, look, width: WIDTH, height: None }.svg())
    };
    let name = format!("{id}-{chart}");
    match ending {
        "md" => {
            let report = export::markdown(scenario, report, address.as_ref());
            text(&format!("{id}.md"), "text/markdown", &report);
        }
        "csv" => text(&format!("{id}.csv"), "text/csv", &export::csv_all(report)),
        "svg" => {
            if let Some(svg) = picture(Look::Auto) {
                text(&format!("{name}.svg"), "image/svg+xml", &svg);
            }
        }
        _ => {
            if let Some(svg) = picture(if dark { Look::Dark } else { Look::Light }) {
                // A browser that cannot do it saves nothing.
                let _ = png(&format!("{name}.png"), &svg);
            }
        }
    }
}

/// Saves what an address holds.
fn link(name: &str, address: &str) {
    let Ok(anchor) = document().create_element("a").map(JsCast::unchecked_into::<HtmlAnchorElement>) else {
        return;
    };
    anchor.set_href(address);
    anchor.set_download(name);
    anchor.click();
}

fn text(name: &str, kind: &str, text: &str) {
    let options = BlobPropertyBag::new();
    options.set_type(&format!("{kind};charset=utf-8"));
    let parts = Array::of1(&JsValue::from_str(text));
    let Ok(blob) = Blob::new_with_str_sequence_and_options(&parts, &options) else { return };
    if let Ok(address) = Url::create_object_url_with_blob(&blob) {
        link(name, &address);
        // The download has begun by the next turn.
        let revoke = move || {
            let _ = Url::revoke_object_url(&address);
        };
        gloo::timers::callback::Timeout::new(10_000, revoke).forget();
    }
}

/// Draws an SVG and saves the pixels.
fn png(name: &str, svg: &str) -> Result<(), JsValue> {
    let image = HtmlImageElement::new()?;
    let name = name.to_owned();
    let drawn = {
        let image = image.clone();
        Closure::once(move || -> Result<(), JsValue> {
            let canvas: HtmlCanvasElement = document().create_element("canvas")?.unchecked_into();
            let pixels = |length: u32| (f64::from(length) * SCALE) as u32;
            canvas.set_width(pixels(image.natural_width()));
            canvas.set_height(pixels(image.natural_height()));
            let Some(context) = canvas.get_context("2d")? else { return Ok(()) };
            let context: CanvasRenderingContext2d = context.unchecked_into();
            let (width, height) = (f64::from(canvas.width()), f64::from(canvas.height()));
            context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height)?;
            link(&name, &canvas.to_data_url()?);
            Ok(())
        })
    };
    image.set_onload(Some(drawn.as_ref().unchecked_ref()));
    // Called once, later; it is small, and this is not done often.
    drawn.forget();
    let encoded: String = web_sys::js_sys::encode_uri_component(svg).into();
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{encoded}"));
    Ok(())
}
