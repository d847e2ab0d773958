-- How pcl-lsp is started: what vim.lsp.config takes from Neovim 0.11 on. The file stands by itself; plugin/pcl.lua reads
-- it for older versions. The settings that it heeds are told in README.md.

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
  filetypes = { 'pcl' },
  root_markers = { 'Pulumi.yaml', 'Pulumi.yml', '.pcl-lsp.yaml', '.git' },
  init_options = {
    schemas = { paths = schema_paths },
    rules = vim.g.pcl_rules or vim.empty_dict(),
    stack = vim.g.pcl_stack,
    diagnostics = { scope = vim.g.pcl_diagnostics_scope or 'workspace' },
  },
}
