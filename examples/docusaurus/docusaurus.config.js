// The part that matters is `scripts`. Put the address of your own copy of Headroom there and in docs/.
export default {
  title: "Runbook",
  url: "https://runbook.example",
  baseUrl: "/",
  scripts: [{ src: "http://127.0.0.1:8080/embed.js", async: true }],
  presets: [["classic", { docs: { routeBasePath: "/" }, blog: false }]],
};
