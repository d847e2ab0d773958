// Runs before the page of the dependency graph, in its frame: the page talks to the playground as it talks to an editor.

interface Editor {
  postMessage(message: unknown): void;
}

(window as unknown as { acquireVsCodeApi: () => Editor }).acquireVsCodeApi = () => ({
  postMessage: (message) => window.parent.postMessage(message, location.origin),
});
