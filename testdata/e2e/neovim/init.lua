-- The settings of a user who has followed editors/neovim/README.md.

vim.opt.runtimepath:prepend(vim.env.E2E_PLUGIN)
vim.o.completeopt = 'menuone,noinsert,fuzzy,popup'
vim.g.pcl_completion = true
vim.api.nvim_create_autocmd('BufWritePre', { pattern = '*.pp', callback = function() vim.lsp.buf.format({ timeout_ms = 30000 }) end })
