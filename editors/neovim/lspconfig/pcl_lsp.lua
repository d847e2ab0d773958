---@brief
---
--- https://github.com/pcl-lsp/pcl-lsp
---
--- A language server and checker for PCL, the Pulumi Configuration Language. It checks programs against the schemas of the packages that they
--- use.
---
--- `pcl-lsp` is one file without dependencies:
---
--- ```sh
--- go install github.com/pcl-lsp/pcl-lsp/cmd/pcl-lsp@latest
--- ```
---
--- Files of PCL end in `.pp`, as those of Puppet do. If you have no Puppet files, this gives them their type:
---
--- ```lua
--- vim.filetype.add({ extension = { pp = 'pcl', pcl = 'pcl-inputs' } })
--- ```
---
--- Folders with schemas are named in the variable `PCL_SCHEMA_PATH` or in the settings:
---
--- ```lua
--- vim.lsp.config('pcl_lsp', {
---   init_options = { stack = 'dev', rules = { ['unused.*'] = 'warning' } },
--- })
--- ```

---@type vim.lsp.Config
return {
  cmd = { 'pcl-lsp', 'serve' },
  filetypes = { 'pcl', 'pcl-inputs' },
  root_markers = { 'Pulumi.yaml', 'Pulumi.yml', '.pcl-lsp.yaml', '.git' },
}
