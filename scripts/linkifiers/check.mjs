// What linkifiers make of texts. Reads one text as JSON a line, {"text": "…", "link": "…", "markdown": bool}, and
// answers each with a line of JSON: {"name of the linkifier": ["href", …], …}, or null in place of the hrefs
// where they are the link and nothing else.
// A text that is Markdown (a link in <…> or [](…)) goes only to those that know Markdown.
//
// The packages are looked for in $HEADROOM_LINKIFIERS, or else beside this file.
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const folder = process.env.HEADROOM_LINKIFIERS;
const base = folder ? pathToFileURL(join(folder, "package.json")) : import.meta.url;
const require = createRequire(base);
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);

const { LinkifyIt } = require("linkify-it");
const MarkdownIt = require("markdown-it");
const { find } = require("linkifyjs");
const { Autolinker } = require("autolinker");
const { micromark } = await load("micromark");
const { gfmAutolinkLiteral, gfmAutolinkLiteralHtml } = await load("micromark-extension-gfm-autolink-literal");

const linkify = new LinkifyIt();
const markdown = new MarkdownIt({ linkify: true, typographer: true });

/** The hrefs in HTML that a renderer made; it writes attributes in double quotes. */
function hrefs(html) {
  const entities = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", "#x27": "'" };
  const plain = (text) => text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name) => entities[name]);
  return [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map((match) => plain(match[1]));
}

const forMarkdown = {
  "markdown-it": (text) => hrefs(markdown.render(text)),
  micromark: (text) =>
    hrefs(micromark(text, { extensions: [gfmAutolinkLiteral()], htmlExtensions: [gfmAutolinkLiteralHtml()] })),
};
const forText = {
  "linkify-it": (text) => (linkify.match(text) ?? []).map((match) => match.url),
  linkifyjs: (text) => find(text, "url").map((match) => match.href),
  autolinker: (text) => Autolinker.parse(text, { urls: true }).map((match) => match.getAnchorHref()),
};

const answers = [];
for (const line of readFileSync(0, "utf8").split("\n")) {
  if (!line) continue;
  const { text, link, markdown: isMarkdown } = JSON.parse(line);
  const all = isMarkdown ? forMarkdown : { ...forText, ...forMarkdown };
  const found = Object.entries(all).map(([name, run]) => {
    const hrefs = run(text);
    return [name, hrefs.length === 1 && hrefs[0] === link ? null : hrefs];
  });
  answers.push(JSON.stringify(Object.fromEntries(found)) + "\n");
}
writeFileSync(1, answers.join(""));
