package node_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	contract "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/until"
)

// upload sends an archive as a browser does, and returns the status and the text of the answer.
func (w *workshop) upload(b []byte, hard string, change func(*http.Request), scopes ...string) (int, string) {
	w.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "x.mrpack")
	if err == nil {
		_, err = part.Write(b)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		w.t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, "http://"+w.node.address+contract.PathInstall+"/reinstallMrpackMultiparted?hard="+hard, &body)
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Origin", w.server.URL)
	r.Header.Set("Authorization", "Bearer "+w.tokenFor(server, account, scopes...))
	if change != nil {
		change(r)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	if got := answer.Header.Get("Access-Control-Allow-Origin"); got != w.server.URL && answer.StatusCode != http.StatusForbidden {
		w.t.Errorf("%d: pages of the site may not read the answer", answer.StatusCode)
	}
	return answer.StatusCode, string(text)
}

func TestAModpackIsUploaded(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	write(t, filepath.Join(w.root, "world", "level.dat"), "the world")
	b := w.mrpack(map[string]string{"mods/a.jar": "a content"}, map[string]string{"overrides/c": "c"})
	for _, c := range []struct {
		name, hard, scope, part string
		body                    []byte
		change                  func(*http.Request)
		status                  int
	}{
		{"another scope", "false", contract.ScopeFilesWrite, "forbidden", b, nil, 403},
		{"hard without the right", "true", contract.ScopeInstall, "forbidden", b, nil, 403},
		{"no token", "false", contract.ScopeInstall, "unauthorized", b, func(r *http.Request) { r.Header.Del("Authorization") }, 401},
		{"a token in the address", "false", contract.ScopeInstall, "unauthorized", b, func(r *http.Request) {
			r.URL.RawQuery += "&token=" + url.QueryEscape(r.Header.Get("Authorization"))
			r.Header.Del("Authorization")
		}, 401},
		{"a foreign page", "false", contract.ScopeInstall, "forbidden", b, func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403},
		{"neither hard nor soft", "maybe", contract.ScopeInstallHard, "hard", b, nil, 400},
		{"no form", "false", contract.ScopeInstall, "Content-Type", b, func(r *http.Request) { r.Header.Set("Content-Type", "application/zip") }, 400},
		{"no archive", "false", contract.ScopeInstall, "压缩包", []byte("no archive"), nil, 400},
		{"no index", "false", contract.ScopeInstall, "整合包", zipped(t, map[string]string{"overrides/a": "a"}), nil, 400},
		{"a climbing entry", "false", contract.ScopeInstall, "路径", w.mrpack(nil, map[string]string{"overrides/../../x": "x"}), nil, 400},
		{"larger than the disk", "false", contract.ScopeInstall, "quota", bytes.Repeat([]byte("0123456789"), 2<<20), nil, 507},
		{"another method", "false", contract.ScopeInstall, "method", b, func(r *http.Request) { r.Method = http.MethodPut }, 405},
	} {
		if status, text := w.upload(c.body, c.hard, c.change, c.scope); status != c.status || !strings.Contains(text, c.part) {
			t.Errorf("%s: %d %s", c.name, status, text)
		}
	}
	if left := tree(t, filepath.Join(w.dir, "servers", server, "install")); len(left) != 0 || len(w.installs()) != 0 {
		t.Errorf("%q is left, %q is reported", left, w.installs())
	}
	release := w.hold()
	if status, text := w.upload(b, "true", nil, contract.ScopeInstallHard); status != http.StatusAccepted {
		t.Fatal(status, text)
	}
	w.reaches(contract.PhaseFetch)
	if status, text := w.upload(b, "false", nil, contract.ScopeInstall); status != http.StatusConflict || !strings.Contains(text, "busy") {
		t.Errorf("two at once: %d %s", status, text)
	}
	w.node.kill() // and the next node has the archive
	release()
	w.again()
	r := w.ends(1)
	want := contract.InstallUpload{Account: account, Token: "ses1", SHA512: sum(string(b)), Size: int64(len(b))}
	if r.Kind != contract.ReportInstalled || r.Install.Generation != 0 || !r.Install.Hard || r.Install.Upload == nil || *r.Install.Upload != want {
		t.Errorf("%s %s %+v", r.Kind, r.Reason, r.Install)
	}
	w.tells("install-started", "installed")
	if first := w.reported(contract.ReportInstallStarted, 1); *first.Install.Upload != want || !first.Install.Hard {
		t.Errorf("%+v", first.Install)
	}
	w.has(map[string]string{"mods/a.jar": "a content", "c": "c"})
	w.start(server)
	until.True(t, "the server runs", func() bool { return w.state(server).State == contract.StateRunning })
	if status, text := w.upload(b, "false", nil, contract.ScopeInstall); status != http.StatusConflict || !strings.Contains(text, "running") {
		t.Errorf("a running server: %d %s", status, text)
	}
	w.stop()
	w.want(server, func(d *contract.Desired) { d.Suspended = true })
	until.True(t, "the suspension has come", func() bool {
		s, _ := w.upload(b, "false", nil, contract.ScopeInstall)
		return s == http.StatusForbidden
	})
}

func TestACutUploadLeavesNothing(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	from, to := io.Pipe()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+w.node.address+contract.PathInstall+"/reinstallMrpackMultiparted", from)
	if err != nil {
		t.Fatal(err)
	}
	form := multipart.NewWriter(to)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Authorization", "Bearer "+w.tokenFor(server, account, contract.ScopeInstall))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if answer, err := http.DefaultClient.Do(r); err == nil {
			_ = answer.Body.Close()
		}
	}()
	part, err := form.CreateFormFile("file", "x.mrpack")
	if err == nil {
		_, err = part.Write(bytes.Repeat([]byte("x"), 1<<20))
	}
	if err != nil {
		t.Fatal(err)
	}
	stage := filepath.Join(w.dir, "servers", server, "stage")
	there := func() bool { entries, err := os.ReadDir(stage); return err == nil && len(entries) > 0 }
	until.True(t, "some of it has come", there)
	if err := to.CloseWithError(io.ErrUnexpectedEOF); err != nil {
		t.Fatal(err)
	}
	<-ended
	until.True(t, "nothing is left", func() bool { return !there() })
	if len(w.installs()) != 0 || len(w.tree()) != 0 {
		t.Errorf("%q %q", w.installs(), w.tree())
	}
	if status, text := w.upload(w.mrpack(map[string]string{"mods/a.jar": "a"}, nil), "false", nil, contract.ScopeInstall); status != http.StatusAccepted {
		t.Errorf("the next one: %d %s", status, text)
	}
	w.ends(1)
}
