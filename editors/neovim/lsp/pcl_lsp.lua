-- How to start pcl-lsp, in the form of vim.lsp.config in Neovim 0.11 and later. The file depends on no other file of the
-- plugin; lua/pcl/client.lua reads it for older versions. README.md documents its settings.

local schema_paths = vim.g.pcl_schema_paths or {}

local environment = {}
if #schema_paths > 0 then
  local separator = vim.fn.has('win32') == 1 and ';' or ':'
  local inherited = vim.env.PCL_SCHEMA_PATH
  environment.PCL_SCHEMA_PATH = table.concat(schema_paths, separator) .. (inherited and separator .. inherited or '')
end

return {
  cmd = vim.g.pcl_lsp_command or { 'pcl-lsp', 'serve' },
  cmd_env = environment,
  filetypes = { 'pcl', 'pcl-inputs' },
  root_markers = { 'Pulumi.yaml', 'Pulumi.yml', '.pcl-lsp.yaml', '.git' },
  init_options = {
    schemas = { paths = schema_paths },
    rules = vim.g.pcl_rules or vim.empty_dict(),
    stack = vim.g.pcl_stack,
    diagnostics = { scope = vim.g.pcl_diagnostics_scope or 'workspace' },
  },
}
