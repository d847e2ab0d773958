# A cask would be put into quarantine on macOS, since the program is not notarized; a formula is not.
class PclLsp < Formula
  desc "{{.Description}}"
  homepage "{{.Homepage}}"
  version "{{.Version}}"
  license "{{.License}}"
{{- range $os, $block := .Homebrew}}
{{- with $.On $os}}

  {{$block}} do
{{- range .}}
    {{.Choose "on_intel" "on_arm"}} do
      url "{{$.Download .Archive}}"
      sha256 "{{index $.Sums .Archive}}"
    end
{{- end}}
  end
{{- end}}
{{- end}}

  def install
    bin.install "pcl-lsp"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/pcl-lsp.bash" => "pcl-lsp"
    fish_completion.install "completions/pcl-lsp.fish"
    zsh_completion.install "completions/pcl-lsp.zsh" => "_pcl-lsp"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/pcl-lsp version")
    (testpath/"main.pp").write "a = true ? 1 : 2\n"
    system bin/"pcl-lsp", "fmt", "--check", "main.pp"
  end
end
