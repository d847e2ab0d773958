package plugins

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/pcl-lsp/pcl-lsp/typesys/lazy"
	"github.com/pcl-lsp/pcl-lsp/workspace/await"
	"github.com/pcl-lsp/pcl-lsp/workspace/replace"
)

// This file implements the life of a plugin's process: it finds the port in its output and keeps the end of its
// standard error.

// engineAddress is the engine address that plugins require. Nothing can listen there.
// Plugins connect when they first need the engine, which the calls made here never do.
const engineAddress = "127.0.0.1:0"

// lastWait limits the wait for what always follows a kill, unless the system itself
// hangs.
const lastWait = 5 * time.Second

// process is a plugin that was started.
type process struct {
	cmd     *exec.Cmd
	dir     string     // its working directory
	outputs []*os.File // our ends of its standard output and error
	inner   []*os.File // its own ends
	errors  tail

	port    chan int      // gets the port
	noPort  chan error    // or why there is none
	ended   chan struct{} // is closed when the process is gone
	readers chan struct{} // is closed when its outputs are
}

// start starts a plugin. The process must be stopped.
func start(r Request) (*process, error) {
	if err := checkExecutable(r.Executable); err != nil {
		return nil, err
	}
	p := &process{
		port: make(chan int, 1), noPort: make(chan error, 1),
		ended: make(chan struct{}), readers: make(chan struct{}),
	}
	if err := p.prepare(r); err != nil {
		return nil, failed(NotStarted, "was not started: %v", err).because(err)
	}
	started := make(chan error)
	go p.run(started)
	err := <-started
	p.closeInner()
	if err != nil {
		p.discard()
		return nil, startFailure(err)
	}
	p.listen(r.Limits.Noise)
	return p, nil
}

// prepare makes the working directory, the pipes and the command.
func (p *process) prepare(r Request) error {
	dir, err := replace.TemporaryDir(cmp.Or(r.Dir, os.TempDir()))
	if err != nil {
		return err
	}
	p.dir = dir
	for range 2 {
		outer, inner, err := os.Pipe()
		if err != nil {
			p.closeInner()
			p.discard()
			return err
		}
		p.outputs, p.inner = append(p.outputs, outer), append(p.inner, inner)
	}
	environment := r.Environment
	if environment == nil {
		environment = os.Environ()
	}
	p.cmd = exec.Command(r.Executable, engineAddress)
	p.cmd.Dir = dir
	p.cmd.Env = append(Environment(environment), "PWD="+dir)
	p.cmd.Stdout, p.cmd.Stderr = p.inner[0], p.inner[1]
	p.cmd.SysProcAttr = ownGroup()
	return nil
}

// run starts the process and waits for its end.
//
// Why on its own thread: where the system ends a child with its parent, the parent is the
// thread that started the child.
func (p *process) run(started chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.cmd.Start()
	started <- err
	if err != nil {
		return
	}
	_ = p.cmd.Wait() // how it ended is in p.cmd.ProcessState
	close(p.ended)
}

// listen reads everything the process prints, so that it never blocks.
func (p *process) listen(noise int64) {
	var both sync.WaitGroup
	both.Go(func() {
		if port, err := readPort(p.outputs[0], noise); err != nil {
			p.noPort <- err
		} else {
			p.port <- port
		}
		_, _ = io.Copy(io.Discard, p.outputs[0]) // ends with the plugin
	})
	both.Go(func() {
		_, _ = io.Copy(&p.errors, p.outputs[1]) // likewise
	})
	go func() {
		both.Wait()
		close(p.readers)
	}()
}

// awaitPort waits until the process has printed its port.
func (p *process) awaitPort(ctx context.Context) (int, error) {
	select {
	case port := <-p.port:
		return port, nil
	case err := <-p.noPort:
		return 0, err
	case <-p.ended:
		return 0, errEnded
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}

var errEnded = errors.New("the process has ended")

// hasEnded reports whether the process has ended, and waits a moment for that: its
// connection breaks just before it is gone.
func (p *process) hasEnded(ctx context.Context) bool {
	return await.For(ctx, time.Second, p.ended)
}

// stop ends the process and its group: at once if the context has ended, otherwise after
// a grace period.
func (p *process) stop(ctx context.Context, grace time.Duration) {
	if ctx.Err() == nil && interrupt(p.cmd.Process) == nil {
		await.For(ctx, grace, p.ended)
	}
	kill(p.cmd.Process)
	ctx = context.WithoutCancel(ctx)
	await.For(ctx, lastWait, p.ended)
	await.For(ctx, time.Second, p.readers) // longer only if a process has left the group with our pipes
	p.discard()
	await.For(ctx, lastWait, p.readers)
}

// closeInner closes the files that only the process uses.
func (p *process) closeInner() {
	for _, f := range p.inner {
		f.Close()
	}
}

func (p *process) discard() {
	for _, o := range p.outputs {
		o.Close()
	}
	os.RemoveAll(p.dir)
}

func checkExecutable(path string) error {
	if !filepath.IsAbs(path) {
		return failed(NotExecutable, "cannot be run: its path is not absolute")
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return failed(NotExecutable, "does not exist").because(err)
	case err != nil:
		return failed(NotExecutable, "cannot be run: %v", err).because(err)
	case !info.Mode().IsRegular():
		return failed(NotExecutable, "cannot be run: it is not a regular file")
	case runtime.GOOS != "windows" && info.Mode()&0o111 == 0:
		return failed(NotExecutable, "cannot be run: it is not marked as executable")
	}
	return nil
}

func startFailure(err error) error {
	reason := err
	if inner := (*fs.PathError)(nil); errors.As(err, &inner) {
		reason = inner.Err
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return failed(NotExecutable, "cannot be run: the interpreter it names does not exist").because(err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.ENOEXEC):
		return failed(NotExecutable, "cannot be run: %v", reason).because(err)
	}
	return failed(NotStarted, "was not started: %v", reason).because(err)
}

const maxLine = 4096 // bytes of a line that are looked at

var (
	errNoise     = errors.New("noise without a port")
	errNoMore    = errors.New("no more output and no port")
	escapes      = lazy.Regexp("\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|\x1b\\[[0-9;?]*[@-~]")
	byteOrderSet = []byte("\xef\xbb\xbf")
)

// readPort reads lines until one is a port, and at most limit bytes.
//
// It skips other lines, as loaders and runtimes may print something first. A runtime may
// also print terminal commands before the port: .NET sets the progress of its task bar.
func readPort(r io.Reader, limit int64) (int, error) {
	limited := &io.LimitedReader{R: r, N: limit}
	lines := bufio.NewReaderSize(limited, maxLine)
	for {
		line, err := lines.ReadSlice('\n')
		if port, ok := parsePort(line); ok && !errors.Is(err, bufio.ErrBufferFull) {
			return port, nil
		}
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = lines.ReadSlice('\n')
		}
		switch {
		case err == nil:
		case limited.N <= 0:
			return 0, errNoise
		default:
			return 0, errNoMore
		}
	}
}

func parsePort(line []byte) (int, bool) {
	line = bytes.TrimSpace(escapes.Get().ReplaceAll(bytes.TrimPrefix(line, byteOrderSet), nil))
	if slices.ContainsFunc(line, func(c byte) bool { return c < '0' || c > '9' }) {
		return 0, false
	}
	port, err := strconv.Atoi(string(line))
	return port, err == nil && 0 < port && port < 1<<16
}

const tailSize = 8 << 10

// tail keeps the last bytes that were written to it.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, p[max(0, len(p)-tailSize):]...)
	if extra := len(t.kept) - tailSize; extra > 0 {
		t.kept = append(t.kept[:0], t.kept[extra:]...)
	}
	return len(p), nil
}

// lastLine is the last line that is not blank.
func (t *tail) lastLine() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := bytes.Split(t.kept, []byte("\n"))
	for i := len(lines) - 1; i >= 0; i-- {
		if line := printable(escapes.Get().ReplaceAllString(string(lines[i]), "")); strings.TrimSpace(line) != "" {
			return line
		}
	}
	return ""
}
