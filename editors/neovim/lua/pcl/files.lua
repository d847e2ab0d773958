-- Decides which files are PCL, and finds the roots of their projects. Works on Neovim 0.7 and later.

local M = {}

-- Returns the nearest directory, at or above that of the file, that contains one of the names.
function M.find_up(file, names)
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

local function is_pcl(path, lines)
  local _, project = M.find_up(path, { 'Pulumi.yaml', 'Pulumi.yml' })
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

-- Puppet uses .pp too. A file is PCL if its project says so, or if one of its lines begins a PCL block.
function M.filetype(path, bufnr)
  return is_pcl(path, vim.api.nvim_buf_get_lines(bufnr, 0, 200, false)) and 'pcl' or 'puppet'
end

return M
