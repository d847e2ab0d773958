// Tells the user which files of the workspace the server does not see, because they are too many or too large together.

import * as vscode from "vscode";

import type { LeftOut } from "../../../web/src/orders";
import { usual } from "../../../web/src/tree";
import { placeOf } from "./paths";

const why = `In a browser, the extension holds up to ${usual.names.toLocaleString("en")} names and ${usual.bytes >> 20} MiB of a workspace in memory.`;

export class LeftOutFiles implements vscode.Disposable {
  private item: vscode.LanguageStatusItem | undefined;

  constructor(private readonly output: vscode.LogOutputChannel) {}

  /** Shows what is left out now. The first time, a message says so. */
  show({ count, first }: LeftOut): void {
    if (count === 0) {
      this.dispose();
      return;
    }
    const names = first.map(nameOf).join(", ");
    if (this.item === undefined) {
      this.item = vscode.languages.createLanguageStatusItem("pcl.leftOut", [{ language: "pcl" }, { language: "pcl-inputs" }]);
      this.item.name = "PCL Files";
      this.item.severity = vscode.LanguageStatusSeverity.Warning;
      this.item.command = { command: "pcl.showOutput", title: "Output" };
      this.output.warn(`Not read: ${names}. ${why}`);
      void this.explain(names);
    }
    this.item.text = `${count} not read`;
    this.item.detail = names;
  }

  private async explain(names: string): Promise<void> {
    const show = "Show Output";
    if ((await vscode.window.showWarningMessage(`PCL: Files or folders of this workspace are not read, the first of them ${names}. ${why}`, show)) === show) {
      await vscode.commands.executeCommand("pcl.showOutput");
    }
  }

  dispose(): void {
    this.item?.dispose();
    this.item = undefined;
  }
}

function nameOf(path: string): string {
  const place = placeOf(path);
  return place ? vscode.workspace.asRelativePath(vscode.Uri.from(place)) : path;
}
