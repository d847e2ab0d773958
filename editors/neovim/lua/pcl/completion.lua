-- Opens lists while the user types, on Neovim 0.11 and later, for those who set vim.g.pcl_completion.

local M = {}

-- The commands with which the server leads on from an accepted item.
local commands = {
  ['editor.action.triggerSuggest'] = function()
    vim.schedule(vim.lsp.completion.get)
  end,
  ['editor.action.triggerParameterHints'] = function()
    vim.schedule(vim.lsp.buf.signature_help)
  end,
}

-- What the client is started with.
M.config = { commands = commands, init_options = { commands = vim.tbl_keys(commands) } }

-- A list opens at a word too, not only behind the characters that the server names.
local function open_at_words(client)
  local provider = client.server_capabilities.completionProvider
  local characters = vim.deepcopy(provider.triggerCharacters)
  for byte = ('a'):byte(), ('z'):byte() do
    vim.list_extend(characters, { string.char(byte), string.char(byte):upper() })
  end
  provider.triggerCharacters = characters
end

-- Some items also replace what is behind the cursor, such as the brackets around it. Neovim leaves that to us. An item tells where the
-- cursor was when the list was requested; typing does not change what is behind it.
local function replace_behind()
  local accepted = vim.v.event.reason == 'accept' and vim.tbl_get(vim.v.completed_item, 'user_data', 'nvim', 'lsp') or {}
  local client = vim.lsp.get_client_by_id(accepted.client_id or -1)
  local last = vim.tbl_get(accepted, 'completion_item', 'textEdit', 'range', 'end', 'character')
  local asked = vim.tbl_get(accepted, 'completion_item', 'data', 'character')
  if client and last and asked and last > asked then
    local row, column = unpack(vim.api.nvim_win_get_cursor(0))
    local behind = vim.api.nvim_get_current_line():sub(column + 1)
    local bytes = vim.str_byteindex(behind, client.offset_encoding, last - asked, false)
    vim.api.nvim_buf_set_text(0, row - 1, column, row - 1, column + bytes, { '' })
  end
end

local prepared = {}

-- Opens lists in the buffers of our client.
function M.start()
  local group = vim.api.nvim_create_augroup('pcl_completion', {})
  vim.api.nvim_create_autocmd('LspAttach', {
    group = group,
    callback = function(event)
      local client = vim.lsp.get_client_by_id(event.data.client_id)
      if not client or client.name ~= 'pcl_lsp' then
        return
      end
      if not prepared[client.id] then
        prepared[client.id] = true
        open_at_words(client)
      end
      -- Before Neovim's own, which gives up a snippet if the text changes after it.
      vim.api.nvim_clear_autocmds({ group = group, event = 'CompleteDone', buffer = event.buf })
      vim.api.nvim_create_autocmd('CompleteDone', { group = group, buffer = event.buf, callback = replace_behind })
      vim.lsp.completion.enable(true, client.id, event.buf, { autotrigger = true })
    end,
  })
end

return M
