{
  description = "Language server and checker for PCL, the Pulumi Configuration Language";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
        "x86_64-darwin"
        "aarch64-darwin"
      ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      # Nix removes .git, so the program can't read its version there.
      day = builtins.substring 0 8 (self.lastModifiedDate or "19700101");
    in
    {
      packages = each (pkgs: {
        default = pkgs.buildGoModule {
          pname = "pcl-lsp";
          version = "0-unstable-${day}";
          src = self;
          vendorHash = "sha256-etszvMabcbnuP3ZtWxy/TrLolJlshfCXRfwQCk3QqsQ=";
          subPackages = [ "cmd/pcl-lsp" ];
          env.CGO_ENABLED = 0;
          ldflags = [
            "-s"
            "-w"
          ];
          doCheck = false; # the tests of other packages need the repository
          nativeBuildInputs = [ pkgs.installShellFiles ];
          postInstall = ''
            $out/bin/pcl-lsp man man1
            installManPage man1/*.1
            for shell in bash fish zsh; do $out/bin/pcl-lsp completion $shell > pcl-lsp.$shell; done
            installShellCompletion pcl-lsp.{bash,fish,zsh}
          '';
          meta = {
            description = "Language server and checker for PCL, the Pulumi Configuration Language";
            homepage = "https://github.com/pcl-lsp/pcl-lsp";
            license = nixpkgs.lib.licenses.asl20;
            mainProgram = "pcl-lsp";
          };
        };
      });

      devShells = each (pkgs: {
        default = pkgs.mkShell {
          packages = [
            pkgs.go
            pkgs.nodejs
            pkgs.gnumake
          ];
        };
      });
    };
}
