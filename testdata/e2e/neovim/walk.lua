-- Drives Neovim with the plugin we ship. Each test is one line of output; every wait has an end, which only a
-- hang reaches. Works from Neovim 0.7 on.

local workspace, plugin = vim.env.E2E_WORKSPACE, vim.env.E2E_PLUGIN
local harness = dofile(vim.env.E2E_TESTS .. '/neovim/harness.lua')
local test, wait = harness.test, harness.wait

local function client()
  local all = vim.lsp.get_clients and vim.lsp.get_clients() or vim.lsp.get_active_clients()
  return all[1]
end

-- The place of a text, as the client's encoding counts.
local function position(text, inside)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, false)) do
    local start = line:find(text, 1, true)
    if start then
      local bytes = start - 1 + (inside or 0)
      local units = client().offset_encoding == 'utf-8' and bytes or select(2, vim.str_utfindex(line, bytes))
      return { line = number - 1, character = units }
    end
  end
  error(text .. ' is not in the program')
end

local function ask(method, text, inside, more)
  local params = { textDocument = { uri = vim.uri_from_bufnr(0) } }
  if text then
    params.position = position(text, inside)
  end
  local answers = vim.lsp.buf_request_sync(0, method, vim.tbl_extend('force', params, more or {}), 30000)
  local _, answer = next(answers or {})
  assert(answer and not answer.err, 'no answer: ' .. vim.inspect(answer))
  return answer.result
end

local function finding(text)
  for _, one in ipairs(vim.diagnostic.get(0)) do
    if one.message:find(text, 1, true) then
      return one
    end
  end
end

local function body()
  vim.cmd('set runtimepath^=' .. plugin)
  vim.cmd('filetype plugin on')
  vim.cmd('syntax enable')
  vim.cmd('runtime! plugin/pcl.lua')
  vim.cmd('edit ' .. workspace .. '/main.pp')

  test('the file is PCL by its project', function()
    assert(vim.bo.filetype == 'pcl', 'it is ' .. vim.bo.filetype)
  end)
  test('a block has its colour, and comments their sign', function()
    local line = vim.fn.search('^resource network')
    local name = vim.fn.synIDattr(vim.fn.synID(line, 1, 1), 'name')
    assert(name == 'pclBlock', 'it is ' .. name)
    assert(vim.bo.commentstring == '# %s', 'it is ' .. vim.bo.commentstring)
  end)
  test('the client starts', function()
    wait('the client', function()
      return client() and (client().initialized or client().server_capabilities.hoverProvider)
    end)
  end)
  test('its root is the project', function()
    assert(client().name == 'pcl_lsp' and client().config.root_dir == workspace, 'it is ' .. tostring(client().config.root_dir))
  end)
  test('a finding stands at its token, behind a sign of four bytes', function()
    wait('the finding', function() return finding('idd') end)
    local one = finding('idd')
    local line = vim.api.nvim_buf_get_lines(0, one.lnum, one.lnum + 1, false)[1]
    assert(line:sub(one.col + 1, one.end_col) == '.idd', 'it stands at ' .. line:sub(one.col + 1, one.end_col))
  end)
  test('hover tells a type', function()
    assert(vim.inspect(ask('textDocument/hover', 'network.idd', 1)):find('network'), 'it says something else')
  end)
  test('completion offers properties behind a sign of four bytes', function()
    local list = ask('textDocument/completion', 'network.idd', #'network.')
    local found
    for _, item in ipairs(list.items or list) do
      found = found or item.label == 'cidrBlock'
    end
    assert(found, 'cidrBlock is not among them')
  end)
  test('a definition is found', function()
    local answer = ask('textDocument/definition', 'network.idd', 1)
    local first = answer.uri and answer or answer.targetUri and answer or answer[1]
    local range = first.range or first.targetSelectionRange
    assert(range.start.line == position('resource network').line, 'it is elsewhere')
  end)
  test('signature help is there', function()
    assert(vim.inspect(ask('textDocument/signatureHelp', '"-", [', 5)):find('join'), 'it is of another function')
  end)
  test('symbols are listed', function()
    assert(#ask('textDocument/documentSymbol') >= 6, 'there are too few')
  end)
  test('formatting puts a line right', function()
    local line = position('networkId = network.id').line
    vim.api.nvim_buf_set_lines(0, line, line + 1, false, { '  networkId=network.id' })
    if vim.lsp.buf.format then
      vim.lsp.buf.format({ timeout_ms = 30000 })
    else
      vim.lsp.buf.formatting_sync(nil, 30000)
    end
    local now = vim.api.nvim_buf_get_lines(0, line, line + 1, false)[1]
    assert(now == '  networkId = network.id', 'it is ' .. now)
  end)
  test('a finding goes away with its cause', function()
    local line = position('network.idd').line
    vim.api.nvim_buf_set_lines(0, line, line + 1, false, { '  value = network.id' })
    wait('its end', function() return not finding('idd') end)
  end)
  test('references are listed', function()
    assert(#ask('textDocument/references', 'resource network', 10, { context = { includeDeclaration = true } }) == 4, 'there are not four')
  end)
  test('code lenses count', function()
    local first = vim.lsp.buf_request_sync(0, 'codeLens/resolve', ask('textDocument/codeLens')[1], 30000)
    assert(vim.inspect(first):find('2 dependents'), 'it says ' .. vim.inspect(first))
  end)
  test('rename changes all uses, in the buffer', function()
    vim.api.nvim_win_set_cursor(0, { position('config password').line + 1, 8 })
    vim.lsp.buf.rename('secretWord')
    wait('the new name', function()
      local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
      return text:find('config secretWord', 1, true) and text:find('password  = secretWord', 1, true)
    end)
  end)
  test('a manifest of Puppet stays Puppet', function()
    vim.fn.mkdir(workspace .. '/../puppet', 'p')
    vim.fn.writefile({ "file { '/etc/motd':", "  ensure => file,", '}' }, workspace .. '/../puppet/site.pp')
    vim.cmd('edit! ' .. workspace .. '/../puppet/site.pp')
    assert(vim.bo.filetype == 'puppet', 'it is ' .. vim.bo.filetype)
  end)
end

harness.run(body)
