-- The compiled tree-sitter grammar and our queries in Neovim, from 0.7 on. E2E_GRAMMAR is a folder with parser/pcl.so.

local harness = dofile(vim.env.E2E_TESTS .. '/neovim/harness.lua')
local test = harness.test

-- The text and name of each color of the buffer.
local function colors()
  local get = vim.treesitter.query.get or vim.treesitter.query.get_query
  local query = get('pcl', 'highlights')
  local root = vim.treesitter.get_parser(0, 'pcl'):parse()[1]:root()
  local all = {}
  for id, node in query:iter_captures(root, 0, 0, -1) do
    local row, column, last, stop = node:range()
    if row == last then
      local text = vim.api.nvim_buf_get_lines(0, row, row + 1, false)[1]:sub(column + 1, stop)
      all[text] = all[text] or query.captures[id]
    end
  end
  return all, root
end

local function body()
  vim.cmd('set runtimepath^=' .. vim.env.E2E_GRAMMAR .. ',' .. vim.env.E2E_PLUGIN)
  vim.cmd('filetype plugin on')
  vim.cmd('runtime! plugin/pcl.lua')
  vim.cmd('edit ' .. vim.env.E2E_WORKSPACE .. '/main.pp')

  test('the grammar reads a program', function()
    local found, root = colors()
    assert(not root:has_error(), 'it has an error')
    local want = {
      resource = 'keyword',
      network = 'variable',
      ['"cloudy:net/network:Network"'] = 'type',
      cidrBlock = 'property',
      ['true'] = 'boolean',
      ['20'] = 'number',
      join = 'function',
      ['/* 😀 */'] = 'comment',
      ['${'] = 'punctuation.special',
    }
    for text, name in pairs(want) do
      assert(found[text] == name, text .. ' is ' .. tostring(found[text]))
    end
  end)
  for _, kind in ipairs({ 'folds', 'indents', 'injections', 'locals' }) do
    test('the query of ' .. kind .. ' is read', function()
      local get = vim.treesitter.query.get or vim.treesitter.query.get_query
      assert(get('pcl', kind), 'there is none')
    end)
  end
  if vim.treesitter.start then
    test('the plugin starts the colors of the grammar', function()
      assert(vim.treesitter.highlighter.active[vim.api.nvim_get_current_buf()], 'they did not start')
    end)
  end
  if vim.treesitter.foldexpr then
    test('blocks can be folded', function()
      vim.wo.foldmethod = 'expr'
      vim.wo.foldexpr = 'v:lua.vim.treesitter.foldexpr()'
      vim.cmd('normal! zx')
      local line = vim.fn.search('^resource network')
      assert(vim.wait(30000, function() return vim.fn.foldlevel(line) == 1 end, 20), 'the level is ' .. vim.fn.foldlevel(line))
    end)
  end
end

harness.run(body)
