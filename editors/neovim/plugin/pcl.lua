-- Sets the file type pcl and starts the client for pcl-lsp, on Neovim 0.7 and later.

if vim.g.loaded_pcl then
  return
end
vim.g.loaded_pcl = true

if vim.filetype and vim.fn.has('nvim-0.8') == 1 then
  vim.filetype.add({
    extension = {
      pp = function(path, bufnr)
        return require('pcl.files').filetype(path, bufnr)
      end,
      pcl = 'pcl-inputs',
    },
    pattern = { ['.*%.pcl%-rules%.hcl'] = { 'pcl', { priority = 10 } } }, -- a team's rules
  })
else
  vim.cmd([[
    augroup pcl_filetype
      autocmd!
      autocmd BufRead,BufNewFile *.pp lua vim.bo.filetype = require('pcl.files').filetype(vim.fn.expand('<afile>:p'), tonumber(vim.fn.expand('<abuf>')))
      autocmd BufRead,BufNewFile *.pcl setlocal filetype=pcl-inputs
      autocmd BufRead,BufNewFile *.pcl-rules.hcl setlocal filetype=pcl
    augroup END
  ]])
end

-- Colors come from the tree-sitter grammar if it is installed, and from syntax/pcl.vim if not.
if vim.treesitter.start then
  if vim.treesitter.language and vim.treesitter.language.register then
    vim.treesitter.language.register('pcl', { 'pcl', 'pcl-inputs' })
  end
  vim.api.nvim_create_autocmd('FileType', {
    pattern = { 'pcl', 'pcl-inputs' },
    callback = function(event)
      pcall(vim.treesitter.start, event.buf, 'pcl')
    end,
  })
end

if vim.lsp.config and vim.lsp.enable then
  if vim.g.pcl_completion then
    local completion = require('pcl.completion')
    vim.lsp.config('pcl_lsp', completion.config)
    completion.start()
  end
  vim.lsp.enable('pcl_lsp')
else
  vim.cmd([[
    augroup pcl_lsp
      autocmd!
      autocmd FileType pcl,pcl-inputs,yaml lua require('pcl.client').start(tonumber(vim.fn.expand('<abuf>')))
      autocmd FileType pcl,pcl-inputs setlocal omnifunc=v:lua.vim.lsp.omnifunc
    augroup END
  ]])
end
