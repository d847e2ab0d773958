-- Neovim configuration for PCL: the file type, and the client for pcl-lsp. Works from Neovim 0.7 on; copy it to
-- ~/.config/nvim/plugin/pcl.lua, or load it with dofile().
--
-- Settings, to be set before this file is loaded:
--   vim.g.pcl_lsp_command = { 'pcl-lsp', 'serve' }
--   vim.g.pcl_schema_paths = { '/path/to/schemas' }
--   vim.g.pcl_rules = { ['unused.*'] = 'warning' }  -- severities: error, warning, information, hint, off
--   vim.g.pcl_stack = 'dev'  -- the stack whose configuration counts; none is the default
--   vim.g.pcl_diagnostics_scope = 'open'  -- findings of open programs only; 'workspace' is the default

local command = vim.g.pcl_lsp_command or { 'pcl-lsp', 'serve' }
local schema_paths = vim.g.pcl_schema_paths or {}
local rules = vim.g.pcl_rules or vim.empty_dict()
local stack = vim.g.pcl_stack
local diagnostics = { scope = vim.g.pcl_diagnostics_scope or 'workspace' }
local root_markers = { 'Pulumi.yaml', 'Pulumi.yml', '.pcl-lsp.yaml', '.git' }

-- The nearest directory at or above that of a file which holds one of the names.
local function find_up(file, names)
  local directory = vim.fn.fnamemodify(file, ':p:h')
  while true do
    for _, name in ipairs(names) do
      local candidate = directory .. '/' .. name
      if vim.fn.filereadable(candidate) == 1 or vim.fn.isdirectory(candidate) == 1 then
        return directory, candidate
      end
    end
    local parent = vim.fn.fnamemodify(directory, ':h')
    if parent == directory then
      return nil
    end
    directory = parent
  end
end

-- Puppet uses .pp too: a file is PCL when its project says so, or when one of its lines begins a PCL block.
local function is_pcl(path, lines)
  local _, project = find_up(path, { 'Pulumi.yaml', 'Pulumi.yml' })
  if project then
    local text = table.concat(vim.fn.readfile(project), '\n')
    if text:match('runtime:%s*["\']?pcl') or text:match('runtime:%s*{?%s*name:%s*["\']?pcl') then
      return true
    end
  end
  for _, line in ipairs(lines) do
    if
      line:match('^resource%s+[%w_"-]+%s+"[^"]*"%s*{')
      or line:match('^read%s+[%w_"-]+%s+"[^"]*"%s*{')
      or line:match('^config%s+[%w_"-]+.*{')
      or line:match('^output%s+[%w_"-]+.*{')
      or line:match('^component%s+[%w_"-]+.*{')
      or line:match('^hook%s+"?%l+"?%s+')
      or line:match('^package%s*{')
      or line:match('^pulumi%s*{')
    then
      return true
    end
  end
  return false
end

local function detect(path, bufnr)
  local lines = vim.api.nvim_buf_get_lines(bufnr, 0, 200, false)
  return is_pcl(path, lines) and 'pcl' or 'puppet'
end

if vim.filetype and vim.fn.has('nvim-0.8') == 1 then
  vim.filetype.add({ extension = { pp = detect } })
else
  vim.cmd([[
    augroup pcl_filetype
      autocmd!
      autocmd BufRead,BufNewFile *.pp lua vim.bo.filetype = _G.pcl_detect(vim.fn.expand('<afile>:p'), tonumber(vim.fn.expand('<abuf>')))
    augroup END
  ]])
  _G.pcl_detect = detect
end

local environment = {}
if #schema_paths > 0 then
  local separator = vim.fn.has('win32') == 1 and ';' or ':'
  local inherited = vim.env.PCL_SCHEMA_PATH
  environment.PCL_SCHEMA_PATH = table.concat(schema_paths, separator) .. (inherited and separator .. inherited or '')
end

local function client_config(root)
  return {
    name = 'pcl_lsp',
    cmd = command,
    cmd_env = environment,
    root_dir = root,
    init_options = { schemas = { paths = schema_paths }, rules = rules, stack = stack, diagnostics = diagnostics },
  }
end

local started = {}

-- Neovim 0.7 has no vim.lsp.start: one client for each root, attached by hand.
local function start_old(bufnr, root)
  local id = started[root]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(client_config(root))
    started[root] = id
  end
  if id then
    vim.lsp.buf_attach_client(bufnr, id)
  end
end

local function start(bufnr)
  local file = vim.api.nvim_buf_get_name(bufnr)
  local root = find_up(file, root_markers) or vim.fn.fnamemodify(file, ':p:h')
  if vim.lsp.start then
    vim.lsp.start(client_config(root), { bufnr = bufnr })
  else
    start_old(bufnr, root)
  end
end

if vim.lsp.config and vim.lsp.enable then
  local config = client_config(nil)
  config.filetypes = { 'pcl' }
  config.root_markers = root_markers
  vim.lsp.config('pcl_lsp', config)
  vim.lsp.enable('pcl_lsp')
else
  _G.pcl_start = start
  vim.cmd([[
    augroup pcl_lsp
      autocmd!
      autocmd FileType pcl lua _G.pcl_start(tonumber(vim.fn.expand('<abuf>')))
    augroup END
  ]])
end

vim.cmd([[
  augroup pcl_buffer
    autocmd!
    autocmd FileType pcl setlocal commentstring=#\ %s comments=:#,:// shiftwidth=2 softtabstop=2 expandtab
    autocmd FileType pcl setlocal omnifunc=v:lua.vim.lsp.omnifunc iskeyword+=-
  augroup END
]])
