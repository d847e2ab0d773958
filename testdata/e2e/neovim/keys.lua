-- Types keys in a second Neovim, as a user does, and looks at what it shows.

local M = {}

local channel

local function call(name, ...)
  return vim.rpcrequest(channel, name, ...)
end

-- Starts Neovim with an init file.
function M.start(program, init, directory)
  channel = vim.fn.jobstart({ program, '--embed', '--headless', '-u', init, '-i', 'NONE', '-n' }, { rpc = true, cwd = directory })
  assert(channel > 0, 'Neovim does not start')
end

function M.stop()
  vim.fn.jobstop(channel)
end

function M.command(text)
  call('nvim_command', text)
end

function M.press(keys)
  call('nvim_input', keys)
end

function M.text()
  return table.concat(call('nvim_buf_get_lines', 0, 0, -1, false), '\n') .. '\n'
end

-- What a user sees: the mode, the cursor, the text, and the list with its selected row. Busy means that an answer is on its way.
local look = [[
  local busy = false
  for _, client in ipairs(vim.lsp.get_clients()) do
    busy = busy or not client.initialized or next(client.requests) ~= nil
  end
  local list = vim.fn.pumvisible() == 1 and vim.fn.complete_info({ 'items', 'selected' }) or { items = {}, selected = -1 }
  local rows = {}
  for _, item in ipairs(list.items) do
    if item.match ~= false then
      table.insert(rows, item.abbr ~= '' and item.abbr or item.word)
    end
  end
  return {
    busy = busy or #vim.lsp.get_clients() == 0,
    mode = vim.api.nvim_get_mode().mode,
    cursor = vim.api.nvim_win_get_cursor(0),
    tick = vim.b.changedtick,
    rows = vim.list_slice(rows, 1, 200),
    selected = list.selected,
  }
]]

-- Waits until a condition holds for what Neovim shows, and nothing moves any more.
function M.settle(what, condition)
  local before, same, seen
  local come = vim.wait(30000, function()
    seen = call('nvim_exec_lua', look, {})
    same = not seen.busy and vim.deep_equal(seen, before) and (same or 0) + 1 or 0
    before = seen
    return same >= 5 and (not condition or condition(seen))
  end, 20)
  assert(come, what .. ' did not come; shown is ' .. vim.inspect(seen))
  return seen
end

return M
