-- Every kind of fix and refactoring, applied and undone: on the examples of all codes, and on testdata/e2e/refactored. An action is
-- applied as a user applies it, with vim.lsp.buf.code_action.

local tests = vim.env.E2E_TESTS
local harness = dofile(tests .. '/neovim/harness.lua')
local workspace = vim.env.E2E_WORKSPACE

local function client()
  return vim.lsp.get_clients({ name = 'pcl_lsp' })[1]
end

local function read(file)
  return table.concat(vim.fn.readfile(file), '\n')
end

local function write(file, text)
  vim.fn.mkdir(vim.fs.dirname(file), 'p')
  vim.fn.writefile(vim.split(text, '\n'), file)
end

-- The files of an example: a text is main.pp, and a line "-- NAME --" begins a file.
local function files_of(example)
  local files, name = {}, 'main.pp'
  for line in (example:gsub('\n$', '') .. '\n'):gmatch('(.-)\n') do
    name = line:match('^%-%- (.+) %-%-$') or name
    files[name] = files[name] or {}
    if not line:match('^%-%- .+ %-%-$') then
      table.insert(files[name], line)
    end
  end
  return files
end

-- The texts of all loaded buffers.
local function texts()
  local all = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) then
      all[buffer] = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
    end
  end
  return all
end

local function different(before)
  local found = {}
  for buffer, text in pairs(texts()) do
    if before[buffer] ~= text then
      table.insert(found, buffer)
    end
  end
  return found
end

local function ask(method, params)
  local answer = client():request_sync(method, params, 30000, 0)
  assert(answer and not answer.err, vim.inspect(answer))
  return answer.result or {}
end

-- The actions offered for a range that change text.
local function offered(range, diagnostics, wanted)
  local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, range = range, context = { diagnostics = diagnostics } }
  return vim.tbl_filter(function(action)
    return action.disabled == nil and wanted(action) and (action.edit or ask('codeAction/resolve', action).edit)
  end, ask('textDocument/codeAction', params))
end

-- Applies the action with a title and undoes it, in each file that it has changed.
local function apply(title, range, diagnostics)
  local here, before = vim.api.nvim_get_current_buf(), texts()
  local bytes = function(place)
    local line = vim.api.nvim_buf_get_lines(0, place.line, place.line + 1, false)[1] or ''
    return { place.line + 1, vim.str_byteindex(line, client().offset_encoding, place.character, false) }
  end
  vim.lsp.buf.code_action({
    apply = true,
    range = { start = bytes(range.start), ['end'] = bytes(range['end']) },
    context = { diagnostics = diagnostics },
    filter = function(action) return action.title == title end,
  })
  assert(vim.wait(10000, function() return #different(before) > 0 end, 5), title .. ': it changed nothing')
  for _, buffer in ipairs(different(before)) do
    if before[buffer] then
      vim.api.nvim_buf_call(buffer, function() vim.cmd('silent undo') end)
    else
      vim.api.nvim_buf_delete(buffer, { force = true }) -- a file that the action made
    end
  end
  vim.api.nvim_set_current_buf(here)
  assert(#different(before) == 0, title .. ': undoing it did not bring the text back: ' .. vim.inspect(texts()))
end

-- Applies all actions offered for a range, and returns their titles.
local function apply_all(range, diagnostics, wanted)
  local titles = vim.tbl_map(function(action) return action.title end, offered(range, diagnostics, wanted))
  for _, title in ipairs(titles) do
    apply(title, range, diagnostics)
  end
  return titles
end

-- The finding of a code, which some examples have in another file, or only under a setting.
local function finding_of(code)
  local found
  vim.wait(1000, function()
    for _, one in ipairs(vim.diagnostic.get(0)) do
      found = found or (one.code == code and one.user_data.lsp or nil)
    end
    return found
  end, 5)
  return found
end

local function fix(one)
  local folder = workspace .. '/example-' .. one.code
  local main
  for name, lines in pairs(files_of(one.bad)) do
    write(folder .. '/' .. name, table.concat(lines, '\n'))
    main = (name:match('%.pp$') and (not main or name < main)) and name or main
  end
  local fixes = {}
  if main then
    vim.cmd('edit ' .. vim.fn.fnameescape(folder .. '/' .. main))
    local finding = finding_of(one.code)
    if finding then
      fixes = apply_all(finding.range, { finding }, function(action)
        return action.kind == 'quickfix' and not vim.startswith(action.title, 'Ignore ')
      end)
    end
    vim.cmd('silent! %bdelete!')
  end
  vim.fn.delete(folder, 'rf')
  return fixes
end

local function fix_all()
  local explained = vim.fn.system({ 'pcl-lsp', 'explain', '--format', 'json' })
  local fixed, problems = 0, {}
  for _, one in ipairs(vim.json.decode(explained).codes) do
    local good, fixes = pcall(fix, one)
    if not good then
      table.insert(problems, one.code .. ': ' .. tostring(fixes))
      vim.cmd('silent! %bdelete!')
    elseif #fixes > 0 then
      fixed = fixed + 1
    end
  end
  assert(#problems == 0, table.concat(problems, '; '))
  assert(fixed > 200, ('fixes of only %d codes were applied'):format(fixed))
end

-- The places where refactorings are asked for: the value of a line, the block that begins there, and its name.
local function ranges_at(number, lines)
  local text = lines[number]
  local last = number
  while text:match('{$') and lines[last] ~= '}' do
    last = last + 1
  end
  local range = function(first, to, line)
    return { start = { line = number - 1, character = first }, ['end'] = { line = line - 1, character = to } }
  end
  local value = text:find('= ', 1, true)
  return { range(value and value + 1 or 1, #text, number), range(0, #lines[last], last), range(1, 1, number) }
end

local function refactor_all()
  local left = {}
  for _, title in ipairs(vim.json.decode(read(tests .. '/refactored/titles.json'))) do
    left[title] = true
  end
  local beginning = function(title)
    return vim.iter(left):find(function(one) return vim.startswith(title, one) end)
  end
  local program = read(tests .. '/refactored/main.pp')
  write(workspace .. '/refactored/main.pp', program)
  vim.cmd('edit ' .. vim.fn.fnameescape(workspace .. '/refactored/main.pp'))
  local lines = vim.split(program, '\n')
  for number, text in ipairs(lines) do
    for _, range in ipairs(text == '' and {} or ranges_at(number, lines)) do
      for _, title in ipairs(apply_all(range, {}, function(action) return beginning(action.title) end)) do
        left[beginning(title) or title] = nil
      end
    end
  end
  assert(next(left) == nil, 'these are never offered: ' .. vim.inspect(vim.tbl_keys(left)))
end

harness.run(function()
  vim.cmd('set runtimepath^=' .. vim.env.E2E_PLUGIN)
  vim.cmd('filetype plugin on')
  vim.cmd('runtime! plugin/pcl.lua')
  vim.cmd('edit ' .. workspace .. '/main.pp')
  harness.wait('the client', function() return client() and client().initialized end)
  harness.test('code actions: the fixes of all codes, applied and undone', fix_all)
  harness.test('code actions: all refactorings, applied and undone', refactor_all)
end)
