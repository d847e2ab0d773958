// The manifest of the package for editors in a browser, where the extension can run no program. Pure.

/** Commands and settings that need a program of the machine. */
const running = ["pcl.readState"];
const machines = ["pcl.server.path", "pcl.plugins.allow"];

/** Changes the manifest of the other packages. */
export function webManifest(manifest) {
  const { main, scripts, devDependencies, ...rest } = manifest;
  const { taskDefinitions, problemMatchers, configuration, commands, menus, viewsWelcome, ...contributes } = rest.contributes;
  const isThere = ({ command }) => !running.includes(command);
  return {
    ...rest,
    browser: "./dist/web.js",
    capabilities: {
      untrustedWorkspaces: {
        ...rest.capabilities.untrustedWorkspaces,
        description: "In an untrusted workspace, settings that name files to read come only from your user settings.",
        restrictedConfigurations: rest.capabilities.untrustedWorkspaces.restrictedConfigurations.filter((name) => !machines.includes(name)),
      },
      virtualWorkspaces: true,
    },
    contributes: {
      ...contributes,
      configuration: { ...configuration, properties: Object.fromEntries(Object.entries(configuration.properties).filter(([name]) => !machines.includes(name))) },
      commands: commands.filter(isThere),
      menus: Object.fromEntries(Object.entries(menus).map(([place, items]) => [place, items.filter(isThere)])),
      viewsWelcome: viewsWelcome.map((one) => ({ ...one, contents: withoutCommands(one.contents) })),
    },
  };
}

// A welcome without what leads to a command that is not there.
function withoutCommands(contents) {
  const lines = contents.split("\n").filter((line) => !running.some((command) => line.includes(`(command:${command})`)));
  return lines.join("\n").replace(", or read the state with your Pulumi command line", "");
}
