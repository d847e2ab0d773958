-- What the tests in Neovim share: each test prints one line. Works from Neovim 0.7 on.

local M = {}

local failed = false

function M.say(line)
  io.stdout:write(line .. '\n')
  io.stdout:flush()
end

function M.test(name, body)
  local good, problem = pcall(body)
  if good then
    M.say('ok neovim: ' .. name)
  else
    failed = true
    M.say('not ok neovim: ' .. name .. ': ' .. tostring(problem):gsub('\n', ' | '))
  end
end

function M.wait(what, condition)
  assert(vim.wait(30000, condition, 20), what .. ' did not come')
end

-- Runs the tests and ends Neovim. Without pcall a mistake in a test file would leave it running.
function M.run(body)
  local good, problem = pcall(body)
  if not good then
    M.say('not ok neovim: ' .. tostring(problem):gsub('\n', ' | '))
  end
  vim.cmd((good and not failed) and 'qall!' or 'cquit')
end

return M
