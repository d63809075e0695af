package httpkit_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/until"
)

func TestAnswersAreCompressedWhereItHelps(t *testing.T) {
	large, small := strings.Repeat("模组 sodium ", 500), "{}"
	write := func(contentType, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			_, _ = io.WriteString(w, body)
		}
	}
	s := serve(t, httpkit.Options{Uncompressed: []string{"/data/"}}, func(api *httpkit.API) {
		api.Mux.HandleFunc("GET /json", write("application/json", large))
		api.Mux.HandleFunc("GET /html", write("text/html; charset=utf-8", large))
		api.Mux.HandleFunc("GET /small", write("application/json", small))
		api.Mux.HandleFunc("GET /png", write("image/png", large))
		api.Mux.HandleFunc("GET /events", write("text/event-stream", large))
		api.Mux.HandleFunc("GET /data/x", write("text/plain", large))
	})
	unpack := map[string]func(string) string{
		"": func(b string) string { return b },
		"gzip": func(b string) string {
			r, err := gzip.NewReader(strings.NewReader(b))
			if err != nil {
				return err.Error()
			}
			data, _ := io.ReadAll(r)
			return string(data)
		},
		"br": func(b string) string {
			data, _ := io.ReadAll(brotli.NewReader(strings.NewReader(b)))
			return string(data)
		},
	}
	for _, c := range []struct{ path, accept, encoding, body string }{
		{"/json", "gzip, deflate, br", "br", large}, {"/json", "gzip", "gzip", large}, {"/json", "", "", large}, {"/json", "br;q=0, gzip", "gzip", large}, {"/json", "zstd", "", large},
		{"/html", "br", "br", large}, {"/small", "br", "", small}, {"/png", "br", "", large}, {"/events", "br", "", large}, {"/data/x", "br", "", large},
	} {
		a := send(t, "GET", s.URL+c.path, "", "Accept-Encoding", c.accept)
		if got := a.header.Get("Content-Encoding"); got != c.encoding || unpack[c.encoding](a.body) != c.body {
			t.Errorf("%s for %q: encoding %q, %d bytes", c.path, c.accept, got, len(a.body))
		}
		if c.path == "/json" && a.header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("Vary %q", a.header.Get("Vary"))
		}
	}
}

func TestEventsReachTheClientOneByOne(t *testing.T) {
	next := make(chan struct{})
	s := serve(t, httpkit.Options{Timeout: 100 * time.Millisecond}, func(api *httpkit.API) {
		api.Raw(op("GET", "/v2/late"), func(_ http.ResponseWriter, r *http.Request) error {
			<-r.Context().Done()
			return r.Context().Err()
		})
		api.Raw(op("GET", "/v2/events"), httpkit.Timeout(0, func(w http.ResponseWriter, r *http.Request) error {
			w.Header().Set("Content-Type", "text/event-stream")
			for i := range 3 {
				if _, err := fmt.Fprintf(w, "data: %d\n\n", i); err != nil {
					return err
				}
				if err := http.NewResponseController(w).Flush(); err != nil {
					return err
				}
				select {
				case <-next:
				case <-r.Context().Done():
					return r.Context().Err()
				}
			}
			return nil
		}))
	})
	req, _ := http.NewRequestWithContext(context.Background(), "GET", s.URL+"/v2/events", nil)
	req.Header.Set("Accept-Encoding", "br, gzip")
	res, err := s.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	buf := make([]byte, 100)
	for i := range 3 {
		n, err := res.Body.Read(buf)
		if err != nil || string(buf[:n]) != fmt.Sprintf("data: %d\n\n", i) {
			t.Fatalf("event %d: %q %v", i, buf[:n], err)
		}
		if i == 1 {
			wantFault(t, send(t, "GET", s.URL+"/v2/late", ""), 503, "timeout") // the API's own deadline is over
		}
		next <- struct{}{}
	}
}

func TestAnUnchangedDocumentIsNotSentAgain(t *testing.T) {
	s := serve(t, httpkit.Options{}, func(api *httpkit.API) {
		api.Raw(op("GET", "/v2/doc"), func(w http.ResponseWriter, r *http.Request) error {
			httpkit.Document(w, r, "42", []byte(strings.Repeat("x", 2000)), "application/json")
			return nil
		})
	})
	a := send(t, "GET", s.URL+"/v2/doc", "", "Accept-Encoding", "br")
	tag := a.header.Get("ETag")
	if a.status != 200 || tag != `W/"42"` || a.header.Get("Content-Encoding") != "br" || a.header.Get("Cache-Control") != "no-cache" {
		t.Fatalf("%d %v", a.status, a.header)
	}
	if a := send(t, "GET", s.URL+"/v2/doc", ""); len(a.body) != 2000 || a.header.Get("Content-Length") != "2000" {
		t.Errorf("%d bytes, %v", len(a.body), a.header)
	}
	for _, match := range []string{tag, `"42"`, `"1", W/"42"`, "*"} {
		if a := send(t, "GET", s.URL+"/v2/doc", "", "If-None-Match", match); a.status != 304 || a.body != "" || a.header.Get("ETag") != tag {
			t.Errorf("If-None-Match %s: %d", match, a.status)
		}
	}
	for _, match := range []string{`"43"`, `W/"420"`, "42", ""} {
		if a := send(t, "GET", s.URL+"/v2/doc", "", "If-None-Match", match); a.status != 200 {
			t.Errorf("If-None-Match %s: %d", match, a.status)
		}
	}
	if a := send(t, "HEAD", s.URL+"/v2/doc", ""); a.status != 200 || a.body != "" || a.header.Get("ETag") != tag {
		t.Errorf("HEAD: %d %v", a.status, a.header)
	}
}

func TestFormPartsAreStreamedInOrderWithinLimits(t *testing.T) {
	s := serve(t, httpkit.Options{BodyLimit: 100_000}, func(api *httpkit.API) {
		api.Raw(op("POST", "/v2/form"), func(w http.ResponseWriter, r *http.Request) error {
			var got []string
			for part, err := range httpkit.Parts(r, httpkit.PartLimits{Parts: 3, Size: 50_000}) {
				if err != nil {
					return err
				}
				if part.Name == "data" {
					var v struct{ Name string }
					if err := part.JSON(&v); err != nil {
						return err
					}
					got = append(got, "data "+v.Name)
					continue
				}
				n, err := io.Copy(io.Discard, part)
				if err != nil {
					return fmt.Errorf("copy: %w", err)
				}
				got = append(got, fmt.Sprint(part.Name, " ", part.FileName, " ", part.ContentType, " ", n))
			}
			return httpkit.WriteJSON(w, 200, got)
		})
	})
	form := func(fill func(*multipart.Writer)) (string, string) {
		var b bytes.Buffer
		w := multipart.NewWriter(&b)
		fill(w)
		_ = w.Close()
		return b.String(), w.FormDataContentType()
	}
	field := func(w *multipart.Writer, name, value string) { _ = w.WriteField(name, value) }
	file := func(w *multipart.Writer, name, fileName string, size int) {
		f, _ := w.CreateFormFile(name, fileName)
		_, _ = f.Write(make([]byte, size))
	}
	post := func(fill func(*multipart.Writer)) answer {
		body, contentType := form(fill)
		return send(t, "POST", s.URL+"/v2/form", body, "Content-Type", contentType)
	}
	a := post(func(w *multipart.Writer) {
		field(w, "data", `{"name":"钠"}`)
		file(w, "b", "../../钠.jar", 50_000)
		file(w, "a", "x.zip", 0)
	})
	if a.status != 200 || a.body != `["data 钠","b 钠.jar application/octet-stream 50000","a x.zip application/octet-stream 0"]` {
		t.Errorf("%d %s", a.status, a.body)
	}
	wantFault(t, post(func(w *multipart.Writer) { file(w, "a", "x", 50_001) }), 413, "too_large")
	wantFault(t, post(func(w *multipart.Writer) {
		file(w, "a", "x", 40_000)
		file(w, "b", "x", 40_000)
		file(w, "c", "x", 40_000)
	}), 413, "too_large")
	wantFault(t, post(func(w *multipart.Writer) {
		for range 4 {
			field(w, "x", "y")
		}
	}), 400, "invalid_input")
	wantFault(t, post(func(w *multipart.Writer) { field(w, "data", `{"name":`) }), 400, "json_error")
	wantFault(t, post(func(w *multipart.Writer) { field(w, "data", "{\"name\":\"\xff\"}") }), 400, "invalid_input")
	wantFault(t, post(func(w *multipart.Writer) { field(w, "", "x") }), 400, "invalid_input")
	wantFault(t, post(func(w *multipart.Writer) { file(w, "a", "\xff.jar", 1) }), 400, "invalid_input")
	wantFault(t, send(t, "POST", s.URL+"/v2/form", "{}"), 400, "invalid_input")
	wantFault(t, send(t, "POST", s.URL+"/v2/form", "x", "Content-Type", "multipart/form-data"), 400, "invalid_input")
	body, contentType := form(func(w *multipart.Writer) { file(w, "a", "x", 1000) })
	wantFault(t, send(t, "POST", s.URL+"/v2/form", body[:500], "Content-Type", contentType), 400, "invalid_input")
}

func TestTheDocumentationListsWhatIsRegistered(t *testing.T) {
	s := serve(t, httpkit.Options{Title: "示例接口", Version: "9"}, func(api *httpkit.API) {
		raw := op("GET", "/v2/raw/{id}/{rest...}")
		raw.Parameters = append(raw.Parameters, httpkit.QueryParam("limit", "integer", "最多返回几项 <b>"))
		raw.Responses = httpkit.JSONResponses[thing](api.Huma, "200", "一个东西")
		api.Raw(raw, nothing)
		type in struct{ Body thing }
		httpkit.Typed(api, op("POST", "/v2/typed"), nil, func(context.Context, *in) (*struct{}, error) { return nil, nil })
		hidden := op("GET", "/_internal/hidden")
		hidden.Hidden = true
		api.Raw(hidden, nothing)
	})
	a := send(t, "GET", s.URL+"/openapi.json", "")
	var spec struct {
		OpenAPI string
		Paths   map[string]map[string]struct {
			Parameters []struct{ Name, In string }
			Responses  map[string]any
		}
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal([]byte(a.body), &spec); err != nil {
		t.Fatal(err)
	}
	raw := spec.Paths["/v2/raw/{id}/{rest}"]["get"]
	if !strings.HasPrefix(spec.OpenAPI, "3.1") || fmt.Sprint(raw.Parameters) != "[{limit query} {id path} {rest path}]" || raw.Responses["default"] == nil {
		t.Errorf("%s %+v", spec.OpenAPI, spec.Paths)
	}
	if spec.Paths["/v2/typed"]["post"].Responses["default"] == nil || spec.Paths["/_internal/hidden"] != nil {
		t.Errorf("%+v", spec.Paths)
	}
	if spec.Components.Schemas["ErrorBody"] == nil || spec.Components.Schemas["Thing"] == nil || strings.Contains(a.body, "ErrorModel") {
		t.Errorf("schemas %v", spec.Components.Schemas)
	}
	page := send(t, "GET", s.URL+"/docs", "")
	for _, want := range []string{`<html lang="zh-Hans">`, `hreflang="x-default" href="`, "示例接口", "/v2/raw/{id}/{rest}", "最多返回几项 &lt;b&gt;", "/v2/typed", `href="#schema-Thing"`, `id="schema-Thing"`, "至多 5 个字符"} {
		if page.status != 200 || !strings.Contains(page.body, want) {
			t.Errorf("docs: %d, no %q", page.status, want)
		}
	}
	for _, foreign := range []string{"<script", "http://", "https://", "_internal/hidden"} {
		if strings.Contains(page.body, foreign) {
			t.Errorf("docs hold %q", foreign)
		}
	}
	if a := send(t, "GET", s.URL+"/docs", "", "If-None-Match", page.header.Get("ETag")); a.status != 304 {
		t.Errorf("docs again: %d", a.status)
	}
}

func TestTheDocumentationGroupsRoutesByNameAndPutsTheSitesOwnLast(t *testing.T) {
	s := serve(t, httpkit.Options{Title: "示例接口", Version: "9"}, func(api *httpkit.API) {
		for path, tag := range map[string]string{"/_internal/a": "projects", "/v2/later": "zebra", "/v2/b": "versions", "/v2/a": "projects"} {
			one := op("GET", path)
			one.Tags = []string{tag}
			api.Raw(one, nothing)
		}
	})
	page := send(t, "GET", s.URL+"/docs", "").body
	at := 0
	for _, want := range []string{"<h2>资源</h2>", "/v2/a", "<h2>版本</h2>", "/v2/b", "<h2>本站页面自用", "/_internal/a", "<h2>zebra</h2>", "/v2/later"} {
		next := strings.Index(page[at:], want)
		if next < 0 {
			t.Fatalf("%q is not where it belongs", want)
		}
		at += next
	}
}

func TestADocumentedMemberThatMayBeMissingIsAlsoNull(t *testing.T) {
	type part struct {
		Word string `json:"word"`
	}
	type Inner struct {
		Part *part `json:"part"`
	}
	type whole struct {
		Inner
		Own   part    `json:"own"`
		Parts []Inner `json:"parts"`
		Word  *string `json:"word"`
		More  map[string]struct {
			Part *part `json:"part"`
		} `json:"more"`
		Gone *struct{} `json:"gone"`
	}
	s := serve(t, httpkit.Options{}, func(api *httpkit.API) {
		o := op("GET", "/v2/whole")
		o.Responses = httpkit.JSONResponses[[]whole](api.Huma, "200", "全部")
		api.Raw(o, nothing)
	})
	var spec struct {
		Components struct {
			Schemas map[string]struct{ Properties map[string]json.RawMessage }
		}
	}
	if err := json.Unmarshal([]byte(send(t, "GET", s.URL+"/openapi.json", "").body), &spec); err != nil {
		t.Fatal(err)
	}
	const ref, optional = `{"$ref":"#/components/schemas/Part"}`, `{"anyOf":[{"$ref":"#/components/schemas/Part"},{"type":"null"}]}`
	if _, nameless := spec.Components.Schemas[""]; nameless {
		t.Error("a schema has no name")
	}
	properties := spec.Components.Schemas["Whole"].Properties
	if string(properties["own"]) != ref || string(properties["part"]) != optional || string(spec.Components.Schemas["Inner"].Properties["part"]) != optional {
		t.Errorf("schemas are %s", spec.Components.Schemas)
	}
	if page := send(t, "GET", s.URL+"/docs", "").body; !strings.Contains(page, "Part | null") {
		t.Error("the documentation page does not say that a member may be null")
	}
}

func TestServeDrainsRequestsInFlightAndRejectsNewOnes(t *testing.T) {
	entered, release := make(chan struct{}), make(chan struct{})
	api := httpkit.New(quiet(httpkit.Options{}))
	api.Raw(op("GET", "/v2/slow"), func(w http.ResponseWriter, _ *http.Request) error {
		close(entered)
		<-release
		return httpkit.WriteJSON(w, 200, "whole")
	})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- httpkit.ServeListener(ctx, listener, api.Handler()) }()
	url := "http://" + listener.Addr().String() + "/v2/slow"
	got := make(chan string, 1)
	go func() {
		client := http.Client{Transport: new(http.Transport)}
		res, err := client.Get(url)
		if err != nil {
			got <- err.Error()
			return
		}
		defer func() { _ = res.Body.Close() }()
		data, _ := io.ReadAll(res.Body)
		got <- string(data)
	}()
	<-entered
	cancel()
	until.True(t, "connections are refused", func() bool {
		conn, err := net.Dial("tcp", listener.Addr().String())
		if err == nil {
			_ = conn.Close()
		}
		return err != nil
	})
	close(release)
	if body := <-got; body != `"whole"` {
		t.Errorf("the request in flight got %q", body)
	}
	if err := <-ended; err != nil {
		t.Errorf("Serve: %v", err)
	}
	if err := httpkit.Serve(context.Background(), "127.0.0.1:notaport", api.Mux); err == nil {
		t.Error("an impossible address was served")
	}
}
