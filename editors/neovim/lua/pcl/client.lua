-- Starts the client on Neovim versions before 0.11, which have no vim.lsp.config.

local M = {}

local started = {}

-- Neovim 0.7 has no vim.lsp.start, so this attaches one client per root by hand.
local function start_old(bufnr, config)
  local id = started[config.root_dir]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config)
    started[config.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(bufnr, id)
  end
end

local function start(bufnr, config)
  local file = vim.api.nvim_buf_get_name(bufnr)
  config.name = 'pcl_lsp'
  config.root_dir = require('pcl.files').find_up(file, config.root_markers) or vim.fn.fnamemodify(file, ':p:h')
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = bufnr })
  else
    start_old(bufnr, config)
  end
end

-- Attaches a buffer to the client of its project, unless it is a YAML file of others.
function M.start(bufnr)
  local config = dofile(vim.api.nvim_get_runtime_file('lsp/pcl_lsp.lua', false)[1])
  config.root_dir(bufnr, function()
    start(bufnr, config)
  end)
end

return M
