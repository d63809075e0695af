package server_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	core "github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/commandstest"
	commands "github.com/modyard/modyard/commands/server"
	contractnode "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/domain/server"
)

// filesOfNode are the files of a server on its node, and as they were.
type filesOfNode struct {
	files     map[string]string
	revisions map[int64]string
	race      string // what somebody writes between reading and writing
	away      bool
	wrote     []string
	by        []string // the credentials of the writes
	failure   error    // of the next write
}

func (f *filesOfNode) Revision(_ context.Context, _, _ string, revision int64) ([]byte, error) {
	content, ok := f.revisions[revision]
	if !ok {
		return nil, commands.ErrNoContent
	}
	return []byte(content), nil
}

func (f *filesOfNode) Read(_ context.Context, _ core.Request, _, path string) ([]byte, string, error) {
	if f.away {
		return nil, "", errors.New("the node is away")
	}
	content, ok := f.files[path]
	if !ok {
		return nil, "", commands.ErrFileGone
	}
	if f.race != "" {
		f.files[path] = f.race
	}
	return []byte(content), "tag " + content, nil
}

func (f *filesOfNode) Write(_ context.Context, req core.Request, _, path string, content []byte, tag string) error {
	f.by = append(f.by, req.Credential)
	if f.failure != nil {
		return f.failure
	}
	if now, ok := f.files[path]; ok != (tag != "") || ok && tag != "tag "+now {
		return commands.ErrFileChanged
	}
	f.files[path] = string(content)
	f.wrote = append(f.wrote, req.By.Account+" "+path)
	return nil
}

// restores are the decisions about a server's files.
func (w *world) restores(id string) (list []server.ConfigurationRestoreRequested) {
	for _, e := range w.Events("server-" + id) {
		if r, ok := e.(server.ConfigurationRestoreRequested); ok {
			list = append(list, r)
		}
	}
	return list
}

func TestAFileAndASettingAreRestoredAndTheRestoreTakenBack(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	at := "/v3/server/" + id + "/configuration/restore"
	w.files.revisions = map[int64]string{1: "#mine\npvp=true\nmotd=old\n", 2: "#mine\npvp=false\nmotd=new\n"}
	w.files.files["/server.properties"] = w.files.revisions[2]
	w.Want(204, owner, "POST", at, `{"path":"/server.properties","revision":1,"key":"pvp","expected":2}`)
	if got := w.files.files["/server.properties"]; got != "#mine\npvp=true\nmotd=new\n" {
		t.Errorf("one setting: %q", got)
	}
	w.files.revisions[3] = w.files.files["/server.properties"]
	w.Want(204, owner, "POST", at, `{"path":"/server.properties","revision":1,"expected":3}`)
	if got := w.files.files["/server.properties"]; got != w.files.revisions[1] {
		t.Errorf("the file: %q", got)
	}
	w.Want(204, owner, "POST", at, `{"path":"/server.properties","revision":3,"expected":1}`)
	if got := w.files.files["/server.properties"]; got != w.files.revisions[3] {
		t.Errorf("taken back: %q", got)
	}
	// What is there already is not written again; a file that is gone is made.
	w.Want(204, owner, "POST", at, `{"path":"/server.properties","revision":3,"expected":3}`)
	w.files.revisions[4] = "a: 1\n"
	w.Want(204, owner, "POST", at, `{"path":"/config/a.yml","revision":4}`)
	if w.files.files["/config/a.yml"] != "a: 1\n" || len(w.files.wrote) != 4 {
		t.Errorf("%q", w.files.wrote)
	}
	if got := w.restores(id); len(got) != 5 || got[0] != (server.ConfigurationRestoreRequested{Server: id, Path: "/server.properties", Key: "pvp", Revision: 1}) {
		t.Errorf("the history has %+v", got)
	}
}

func TestARestoreOfWhatChangedMeanwhileIsRefusedWithThePresentValue(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	at := "/v3/server/" + id + "/configuration/restore"
	w.files.revisions = map[int64]string{1: "pvp=true\n", 2: "pvp=false\nmotd=a\n"}
	w.files.files["/server.properties"] = "pvp=maybe\nmotd=a\n"
	w.refused(409, `"present":{"pvp":"maybe"}`, owner, "POST", at, `{"path":"/server.properties","revision":1,"key":"pvp","expected":2}`)
	w.refused(409, `"present":{"/server.properties":"pvp=maybe\nmotd=a\n"}`, owner, "POST", at, `{"path":"/server.properties","revision":1,"expected":2}`)
	// Another setting than the changed one is no conflict.
	w.files.revisions[3] = "motd=b\n"
	w.Want(204, owner, "POST", at, `{"path":"/server.properties","revision":3,"key":"motd","expected":2}`)
	// Somebody writes between the look and the write.
	w.files.race = "pvp=raced\n"
	w.refused(409, "conflict", owner, "POST", at, `{"path":"/server.properties","revision":1}`)
	if w.files.files["/server.properties"] != "pvp=raced\n" {
		t.Errorf("%q", w.files.files)
	}
}

func TestWhoMayNotWriteFilesOrAsksForNothingRestoresNothing(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	at := "/v3/server/" + id + "/configuration/restore"
	w.files.revisions[1] = "pvp=true\n"
	w.files.files["/server.properties"], w.files.files["/config/a.yml"] = "pvp=false\n", "a"
	body := `{"path":"/server.properties","revision":1}`
	w.refused(404, "服务器不存在", other, "POST", at, body)
	w.refused(401, "unauthorized", commandstest.Anonymous, "POST", at, body)
	for in, want := range map[string]int{
		`{"path":"/server.properties","revision":9}`:                                        404,
		`{"path":"/server.properties","revision":0}`:                                        400,
		`{"path":"../server.properties","revision":1}`:                                      400,
		`{"path":"/a/../server.properties","revision":1}`:                                   400,
		`{"path":"/a\u0000b","revision":1}`:                                                 400,
		`{"path":"/config/a.yml","revision":1,"key":"pvp"}`:                                 400,
		`{"path":"/server.properties","revision":1,"key":"motd"}`:                           400,
		`{"path":"/server.properties","revision":1,"key":"PVP\nrcon.password=x"}`:           400,
		`{"path":"/server.properties","revision":1,"expected":9}`:                           404,
		`{"path":"/` + strings.Repeat("x", server.MaxConfigurationPath) + `","revision":1}`: 400,
	} {
		w.Want(want, owner, "POST", at, in)
	}
	w.files.away = true
	w.refused(502, "node_unreachable", owner, "POST", at, body)
	if len(w.files.wrote) != 0 || len(w.restores(id)) != 0 {
		t.Errorf("%q %+v", w.files.wrote, w.restores(id))
	}
}

func TestANodesWordNamesOnlyMembersWhoMayWriteFiles(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	report := func(sequence uint64, account string, files ...contractnode.ConfigurationFile) error {
		return w.service.Record(t.Context(), w.node, contractnode.Report{
			Sequence: sequence, Incarnation: "one", Server: id, Kind: contractnode.ReportConfigurationChanged,
			Configuration: &contractnode.ConfigurationReport{Cause: contractnode.ConfigurationAccount, Account: account, Token: "Token001", Files: files},
		})
	}
	file := contractnode.ConfigurationFile{Path: "/server.properties", Hash: strings.Repeat("0a", 32), Size: 3}
	if err := errors.Join(
		report(1, owner, file), report(1, owner, file), report(2, other, file), report(3, "no account", file),
		report(4, owner, contractnode.ConfigurationFile{Path: "/../etc/passwd"}), report(5, owner),
	); err != nil {
		t.Fatal(err)
	}
	var accounts []string
	for _, e := range w.Events("serverrun-" + id) {
		if c, ok := e.(server.RunConfigurationChanged); ok {
			accounts = append(accounts, c.Account+"/"+c.Token)
		}
	}
	if !slices.Equal(accounts, []string{owner + "/Token001", "/", "/"}) {
		t.Errorf("%q", accounts)
	}
}

func TestARestoreThatTheNodeReportsIsMarkedWithItsRevision(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	at := "/v3/server/" + id + "/configuration/restore"
	w.files.revisions = map[int64]string{41: "pvp=true\nmotd=old\n"}
	w.files.files["/server.properties"] = "pvp=false\n"
	w.Want(204, owner, "POST", at, `{"path":"/server.properties","revision":41,"key":"pvp"}`)
	w.Want(204, owner, "POST", at, `{"path":"/server.properties","revision":41}`)
	file := contractnode.ConfigurationFile{Path: "/server.properties", Hash: strings.Repeat("0a", 32), Size: 3}
	other := contractnode.ConfigurationFile{Path: "/config/a.yml", Hash: strings.Repeat("0b", 32), Size: 3}
	report := func(sequence uint64, cause, token string, files ...contractnode.ConfigurationFile) server.RunConfigurationChanged {
		t.Helper()
		if err := w.service.Record(t.Context(), w.node, contractnode.Report{
			Sequence: sequence, Incarnation: "one", Server: id, Kind: contractnode.ReportConfigurationChanged,
			Configuration: &contractnode.ConfigurationReport{Cause: cause, Account: owner, Token: token, Files: files},
		}); err != nil {
			t.Fatal(err)
		}
		list := w.Events("serverrun-" + id)
		return list[len(list)-1].(server.RunConfigurationChanged)
	}
	if len(w.files.by) != 2 {
		t.Fatalf("%q", w.files.by)
	}
	credential, _, _ := strings.Cut(w.files.by[0], ".")
	for i, want := range []server.ConfigurationRestored{{Revision: 41, Key: "pvp"}, {Revision: 41}} {
		if e := report(uint64(i+1), contractnode.ConfigurationAccount, w.files.by[i], file); e.Restored == nil || *e.Restored != want || e.Token != credential || e.Account != owner {
			t.Errorf("%+v %+v", e, e.Restored)
		}
	}
	for i, token := range []string{"Token001", "Token001.", "Token001.-4", "Token001.x", "Token001.41.RCON\n", "Token001.99999999999999999999"} {
		if e := report(uint64(i+3), contractnode.ConfigurationAccount, token, file); e.Restored != nil || e.Token != "Token001" {
			t.Errorf("%s: %+v", token, e)
		}
	}
	if e := report(20, contractnode.ConfigurationAccount, "Token001.41", file, other); e.Restored != nil {
		t.Errorf("two files: %+v", e)
	}
	if e := report(21, contractnode.ConfigurationAccount, "Token001.41.pvp", other); e.Restored != nil {
		t.Errorf("a file without settings: %+v", e)
	}
	if e := report(22, contractnode.ConfigurationProcess, "Token001.41", file); e.Restored != nil {
		t.Errorf("the process: %+v", e)
	}
}

func TestAFileThatTheNodeDoesNotWriteIsAnEntryOnceForEachRequest(t *testing.T) {
	w := newWorld(t)
	id := w.provision()
	at := "/v3/server/" + id + "/configuration/restore"
	w.files.revisions = map[int64]string{41: "pvp=true\n"}
	w.files.files["/server.properties"] = "pvp=false\n"
	var want []server.ConfigurationRestoreFailed
	for i, c := range []struct {
		failure error
		status  int
		cause   server.RestoreFailureCause
	}{
		{commands.ErrFileChanged, 409, server.NotWrittenChanged}, {commands.ErrFileGone, 409, server.NotWrittenGone}, {commands.ErrFileRefused, 409, server.NotWrittenRefused},
		{commands.ErrFileRoom, 409, server.NotWrittenDisk}, {errors.New("no answer"), 502, server.NotWrittenAway},
	} {
		w.files.failure = c.failure
		for range 2 { // the answer was lost
			w.Want(c.status, owner, "POST", at, `{"path":"/server.properties","revision":41,"key":"pvp"}`, "Idempotency-Key", string(rune('a'+i)))
		}
		want = append(want, server.ConfigurationRestoreFailed{Server: id, Path: "/server.properties", Key: "pvp", Revision: 41, Cause: c.cause})
	}
	w.files.failure = nil
	w.Want(204, owner, "POST", at, `{"path":"/server.properties","revision":41}`)
	var got []server.ConfigurationRestoreFailed
	for _, e := range w.Events("server-" + id) {
		if f, is := e.(server.ConfigurationRestoreFailed); is {
			got = append(got, f)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}
