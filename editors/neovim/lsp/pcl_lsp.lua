-- How to start pcl-lsp, in the form of vim.lsp.config in Neovim 0.11 and later. The file depends on no other file of the
-- plugin; lua/pcl/client.lua reads it for older versions. README.md documents its settings.

local schema_paths = vim.g.pcl_schema_paths or {}

local environment = {}
if #schema_paths > 0 then
  local separator = vim.fn.has('win32') == 1 and ';' or ':'
  local inherited = vim.env.PCL_SCHEMA_PATH
  environment.PCL_SCHEMA_PATH = table.concat(schema_paths, separator) .. (inherited and separator .. inherited or '')
end

local root_markers = { 'Pulumi.yaml', 'Pulumi.yml', '.pcl-lsp.yaml', '.git' }

-- Of YAML, the server wants settings files, and the project and stack files of programs in PCL.
local function is_ours(file)
  local name = vim.fn.fnamemodify(file, ':t')
  if name == '.pcl-lsp.yaml' then
    return true
  end
  for _, ending in ipairs({ 'yaml', 'yml' }) do
    local project = vim.fn.fnamemodify(file, ':p:h') .. '/Pulumi.' .. ending
    if (name:match('^Pulumi%.ya?ml$') or name:match('^Pulumi%..+%.ya?ml$')) and vim.fn.filereadable(project) == 1 then
      local text = '\n' .. table.concat(vim.fn.readfile(project), '\n')
      return text:match('\nruntime:%s*["\']?pcl') ~= nil or text:match('\nruntime:%s*{?%s*name:%s*["\']?pcl') ~= nil
    end
  end
  return false
end

-- Calls a function with the root of a buffer, unless the buffer is none of the server's.
local function root_dir(bufnr, on_dir)
  if vim.bo[bufnr].filetype ~= 'yaml' or is_ours(vim.api.nvim_buf_get_name(bufnr)) then
    on_dir(vim.fs and vim.fs.root and vim.fs.root(bufnr, root_markers))
  end
end

return {
  cmd = vim.g.pcl_lsp_command or { 'pcl-lsp', 'serve' },
  cmd_env = environment,
  filetypes = { 'pcl', 'pcl-inputs', 'yaml' },
  root_dir = root_dir,
  root_markers = root_markers,
  init_options = {
    schemas = { paths = schema_paths },
    rules = vim.g.pcl_rules or vim.empty_dict(),
    stack = vim.g.pcl_stack,
    diagnostics = { scope = vim.g.pcl_diagnostics_scope or 'workspace' },
  },
}
