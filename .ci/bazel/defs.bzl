"""Bazel rules for PCL: a test that fails if a program has findings."""

def _quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"

def _pcl_test_impl(ctx):
    # Files are links in the runfiles, and pcl-lsp quotes no file that a link leads to. So the
    # test checks a copy.
    lines = [
        "#!/usr/bin/env bash",
        "set -euo pipefail",
        'cp -RL . "$TEST_TMPDIR/pcl"',
        'checker="$PWD/"' + _quoted(ctx.executable.checker.short_path),
        'cd "$TEST_TMPDIR/pcl"',
    ]
    flags = ["--no-cache"]
    for schema in ctx.files.schemas:
        flags += ["--schema", schema.short_path]
    if ctx.attr.fail_on:
        flags += ["--fail-on", ctx.attr.fail_on]
    folders = []
    for src in ctx.files.srcs:
        folder = src.short_path.rpartition("/")[0] or "."
        if src.extension in ["pp", "pcl"] and folder not in folders:
            folders.append(folder)
    arguments = flags + ctx.attr.flags + folders
    lines.append('exec "$checker" check ' + " ".join([_quoted(a) for a in arguments]))
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(output = script, content = "\n".join(lines) + "\n", is_executable = True)
    files = ctx.files.srcs + ctx.files.data + ctx.files.schemas + [ctx.executable.checker]
    return [DefaultInfo(executable = script, runfiles = ctx.runfiles(files = files))]

pcl_test = rule(
    implementation = _pcl_test_impl,
    doc = "Checks the programs in the folders of srcs.",
    test = True,
    attrs = {
        "srcs": attr.label_list(
            doc = "The .pp files of programs, with their project, stack and settings files.",
            allow_files = [".pp", ".pcl", ".yaml", ".yml"],
        ),
        "data": attr.label_list(
            doc = "What the programs use besides: components, and files that they name.",
            allow_files = True,
        ),
        "schemas": attr.label_list(
            doc = "The schemas of the packages that the programs use.",
            allow_files = [".json", ".gz"],
        ),
        "fail_on": attr.string(doc = "The lowest severity that fails the test; the settings file decides without it."),
        "flags": attr.string_list(doc = "More flags of pcl-lsp check."),
        "checker": attr.label(
            doc = "The program pcl-lsp.",
            default = Label("//tools:pcl-lsp"),
            executable = True,
            cfg = "exec",
            allow_single_file = True,
        ),
    },
)
