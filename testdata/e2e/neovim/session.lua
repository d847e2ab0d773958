-- Writes the program of testdata/e2e/session from an empty file, with the keyboard, as a person would who takes what is suggested. The
-- steps are those of the session in VS Code. A suggestion that isn't the first one costs the keys that lead to it. The result is the
-- share of the program's characters that nobody typed.

local tests = vim.env.E2E_TESTS
local harness = dofile(tests .. '/neovim/harness.lua')
local keys = dofile(tests .. '/neovim/keys.lua')

-- The keys for what a step wants to do.
local going = {
  next = '<Tab>',
  below = '<Esc>o',
  out = '<Esc>jo',
  top = '<Esc>Go<CR>',
  ['end'] = '<Esc>',
}

local log, typed = {}, 0

local function press(key)
  table.insert(log, key)
  keys.press(key)
end

local function type_text(text)
  for letter in text:gmatch('.') do
    typed = typed + (letter == '\n' and 0 or 1)
    press(letter == '\n' and '<CR>' or letter == '<' and '<LT>' or letter)
  end
end

local function row(seen, label)
  for number, one in ipairs(seen.rows) do
    if one == label then
      return number - 1
    end
  end
end

-- Takes a suggestion. Neovim opens no list over a selected placeholder; the first letter replaces it.
local function take(label)
  local mode = keys.settle('what is shown').mode
  if mode == 's' then
    type_text(label:sub(1, 1))
  end
  local seen = keys.settle(label, function(one) return row(one, label) end)
  assert(row(seen, label) < 20, label .. ' is not among the first suggestions')
  while seen.selected ~= row(seen, label) do
    local before = seen.selected
    press('<C-n>')
    seen = keys.settle('the next row', function(one) return one.selected ~= before end)
  end
  press('<C-y>')
  keys.settle('what leads on')
end

local function go(where)
  keys.settle('what is shown')
  press(going[where])
  keys.settle('where that leads') -- Neovim selects the next placeholder later, and letters would come before it
end

-- Types brackets and begins a line between them. An open list would take the keys.
local function pair(open, close)
  type_text(open .. close)
  if #keys.settle('what is shown').rows > 0 then
    press('<C-e>')
  end
  press(('<Left>'):rep(#close) .. '<CR><Esc>O')
  keys.settle('the line between')
end

local function step(one)
  if one.type or one.over then
    type_text(one.type or one.over)
  elseif one.open then
    pair(one.open, one.close)
  elseif one.take then
    take(one.take)
  else
    go(one.go)
  end
end

harness.run(function()
  local file = vim.env.E2E_WORKSPACE .. '/main.pp'
  local wanted = table.concat(vim.fn.readfile(file), '\n') .. '\n'
  local plan = vim.json.decode(table.concat(vim.fn.readfile(tests .. '/session.json'), '\n'))
  vim.fn.writefile({}, file)
  keys.start(vim.env.E2E_NVIM, tests .. '/neovim/init.lua', vim.env.E2E_WORKSPACE)
  keys.command('edit main.pp')
  keys.settle('the client')
  keys.press('i')
  harness.test('session: all steps are possible', function()
    for number, one in ipairs(plan.steps) do
      local good, problem = pcall(step, one)
      assert(good, ('step %d, %s: %s\n%s'):format(number, vim.json.encode(one), problem, good or keys.text()))
    end
    keys.settle('the last step')
    keys.command('write')
  end)
  harness.test('session: the program is the one wanted', function()
    assert(keys.text() == wanted, keys.text())
  end)
  harness.test('session: enough was suggested', function()
    local share = 1 - typed / #wanted
    harness.say(('%.1f %% of %d characters were suggested, with %d keys: %s'):format(100 * share, #wanted, #log, table.concat(log)))
    assert(share >= plan.floor, 'it was less than ' .. 100 * plan.floor .. ' %')
  end)
  keys.stop()
end)
