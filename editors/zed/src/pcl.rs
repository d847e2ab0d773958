//! Starts pcl-lsp for Zed: the program of the user's settings, or the one on the PATH. It downloads nothing.

use zed_extension_api::{
    self as zed, settings::LspSettings, Command, LanguageServerId, Result, Worktree,
};

const PROGRAM: &str = "pcl-lsp";

struct Pcl;

impl zed::Extension for Pcl {
    fn new() -> Self {
        Pcl
    }

    fn language_server_command(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let chosen = LspSettings::for_worktree(id.as_ref(), worktree)
            .ok()
            .and_then(|settings| settings.binary);
        let (path, arguments) = match chosen {
            Some(binary) => (binary.path, binary.arguments),
            None => (None, None),
        };
        let command = path.or_else(|| worktree.which(PROGRAM)).ok_or_else(|| {
            "pcl-lsp is not on the PATH: install it, or name it in the setting lsp.pcl-lsp.binary.path".to_string()
        })?;
        Ok(Command {
            command,
            args: arguments.unwrap_or_else(|| vec!["serve".to_string()]),
            env: worktree.shell_env(),
        })
    }

    fn language_server_initialization_options(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<zed::serde_json::Value>> {
        Ok(LspSettings::for_worktree(id.as_ref(), worktree)?.initialization_options)
    }

    /// The server asks for the section "pcl", of which the user writes the members.
    fn language_server_workspace_configuration(
        &mut self,
        id: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Option<zed::serde_json::Value>> {
        let settings = LspSettings::for_worktree(id.as_ref(), worktree)?.settings;
        Ok(settings.map(|members| zed::serde_json::json!({ "pcl": members })))
    }
}

zed::register_extension!(Pcl);
