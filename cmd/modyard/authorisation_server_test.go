package main

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/platform/ids"
)

func (authorisationParts) Server() part { return part{serverObjects(), serverRequests()} }

// serverObjects are hosted servers of the owner on a node whose link is open, and such nodes.
func serverObjects() map[string]func(w *authorised) thing {
	return map[string]func(w *authorised) thing{
		"server": func(w *authorised) thing { return w.hosted() },
		"server-deleted": func(w *authorised) thing {
			o := w.hosted()
			w.noted("server-"+o["id"], server.Deleted{Server: o["id"], Owner: w.person("owner").id})
			return o
		},
		// The stranger has the role, or is invited.
		"server-editor":  func(w *authorised) thing { return w.shared("stranger", server.EditorRole, true) },
		"server-viewer":  func(w *authorised) thing { return w.shared("stranger", server.ViewerRole, true) },
		"server-invited": func(w *authorised) thing { return w.shared("stranger", server.EditorRole, false) },
		// Somebody else is a member.
		"server-member": func(w *authorised) thing { return w.shared("helper", server.EditorRole, true) },
		"node":          func(w *authorised) thing { return thing{"id": w.node()} },
		// A project's version stands on the server.
		"server-content":        func(w *authorised) thing { return w.stocked(w.hosted()) },
		"server-content-editor": func(w *authorised) thing { return w.stocked(w.shared("stranger", server.EditorRole, true)) },
		"server-content-viewer": func(w *authorised) thing { return w.stocked(w.shared("stranger", server.ViewerRole, true)) },
	}
}

// node is a node that has joined and is connected.
func (w *authorised) node() string {
	w.t.Helper()
	id := ids.New()
	w.noted("node-"+id, server.NodeAdded{Node: id, Name: "节点", FirstPort: 30000, LastPort: 30100},
		server.NodeJoined{Node: id, Key: base64.RawURLEncoding.EncodeToString(make([]byte, 32)), Address: "https://" + id + ".example.org"})
	if _, err := w.DB.Pool.Exec(w.t.Context(), `insert into hosting.links (node, connection, connected, seen, version, address, host)
		values ($1, 'x', now(), now() + interval '1 day', 'dev', '', '{"tier":"plain"}')`, id); err != nil {
		w.t.Fatal(err)
	}
	return id
}

func (w *authorised) hosted() thing {
	w.t.Helper()
	id, node, owner := ids.New(), w.node(), w.person("owner").id
	w.noted("server-"+id, server.Provisioned{
		Server: id, Owner: owner, Node: node, Port: 30000, Plan: server.Plan{MemoryMiB: 1024, CPUPercent: 100, DiskMiB: 1024}, Software: server.Software{Kind: server.StandIn},
	})
	w.noted("server-"+id, server.AllocationReserved{Server: id, Node: node, Port: 30001})
	w.noted("port-"+node+"-"+strconv.Itoa(30001), server.PortReserved{Node: node, Port: 30001, Server: id})
	w.noted("port-"+node+"-"+strconv.Itoa(30000), server.PortReserved{Node: node, Port: 30000, Server: id})
	w.noted("server-"+id,
		server.BackupRequested{Server: id, Backup: "Failed01"},
		server.BackupFailed{Seen: server.Seen{Server: id, Node: node}, Backup: "Failed01", Cause: "disk"},
		server.BackedUp{Seen: server.Seen{Server: id, Node: node}, Backup: "Backup01", Automatic: true},
		server.Restored{Seen: server.Seen{Server: id, Node: node}, Backup: "Backup01", Until: time.Now().Add(time.Hour)})
	w.noted("serverrun-"+id, server.RunCrashed{Seen: server.Seen{Server: id, Node: node, Run: "Crashed1"}})
	w.noted("serverrun-"+id, server.RunConfigurationChanged{
		Seen: server.Seen{Server: id, Node: node}, Cause: server.ByProcess, Files: []server.ConfigurationFile{{Path: "/server.properties", Gone: true}},
	})
	return thing{"id": id, "revision": strconv.FormatUint(w.position, 10), "run": "Crashed1", "backup": "Backup01", "at": time.Now().Format(time.RFC3339), "fileName": "ServerProperties", "port": "30001", "subdomain": "mengwu"}
}

// shared is a server in which somebody has a role.
func (w *authorised) shared(who string, role server.MemberRole, joined bool) thing {
	w.t.Helper()
	o, account := w.hosted(), w.person(who).id
	events := []any{server.MemberInvited{Server: o["id"], Account: account, Role: role, Until: time.Now().Add(time.Hour)}}
	if joined {
		events = append(events, server.MemberJoined{Server: o["id"], Account: account})
	}
	w.noted("server-"+o["id"], events...)
	o["member"] = account
	return o
}

// stocked adds a version of the owner's project to a server.
func (w *authorised) stocked(o thing) thing {
	w.t.Helper()
	p := w.project("owner", "", true)
	o["project"], o["modId"], o["version"] = p["id"], p["id"], p["version"]
	w.stock(o)
	return o
}

func (w *authorised) stock(o thing) {
	w.t.Helper()
	w.noted("server-"+o["id"], server.ContentAdded{Server: o["id"], Project: o["project"], Version: o["version"], Folder: server.Mods, File: "a.jar", SHA512: "0", Size: 1, URL: "https://example.org/a.jar"})
}

func serverRequests() map[string]builder {
	reasoned := sends(map[string]any{"reason": because})
	all := map[string]builder{
		"POST /server": func(w *authorised, o thing, _ string) request {
			return sends(map[string]any{"owner": w.person("owner").id, "name": "新服务器", "node": o["id"]})(w, o, "")
		},
		"POST /server/{id}/delete": reasoned, "POST /server/{id}/return": reasoned, "POST /node/{id}/retire": reasoned,
		"POST /server/{id}/members": func(w *authorised, _ thing, _ string) request {
			return asJSON(map[string]any{"account": w.person("invited").id, "role": "viewer"})
		},
		"PATCH /server/{id}/properties":           sends(map[string]any{"set": map[string]string{"motd": "你好"}}),
		"POST /server/{id}/configuration/restore": sends(map[string]any{"path": "/server.properties", "revision": 1}),
		"PUT /_node/configuration/{server}/{hash}": func(*authorised, thing, string) request {
			return request{path: "/_node/configuration/ServOne1/" + strings.Repeat("0", 64)}
		},
		"GET /_internal/server/{id}/configuration/revisions": asks("path=/server.properties"),
		"GET /_internal/server/{id}/configuration/content":   asks("path=/server.properties&revision={revision}"),
		"GET /_internal/server/{id}/configuration/diff":      asks("path=/server.properties&after={revision}"),
		"PATCH /server/{id}/members/{member}":                sends(map[string]any{"role": "viewer"}),
		"POST /server/{id}/owner": func(_ *authorised, o thing, _ string) request {
			return asJSON(map[string]any{"account": o["member"], "reason": because})
		},
		"POST /node":       sends(map[string]any{"name": "华东"}),
		"POST /_node/join": sends(map[string]any{"code": "none-none", "public_key": "", "address": ""}),
	}
	for _, base := range []string{"/hosting/modyard/v0", "/hosting/modrinth/v0"} {
		all["POST "+base+"/servers/{id}/backups"] = sends(map[string]any{"name": "睡前"})
		all["POST "+base+"/servers/{id}/backups/{backup}/rename"] = sends(map[string]any{"name": "改名"})
		all["POST "+base+"/servers/{id}/backups/{backup}/restore-files"] = sends(map[string]any{"path": "/world"})
		all["POST "+base+"/servers/{id}/autobackup"] = sends(map[string]any{"set": "enable", "interval": 6})
		all["POST "+base+"/servers/{id}/reinstall"] = sends(map[string]any{"loader": "Paper", "game_version": "1.21.8"})
		all["POST "+base+"/servers/{id}/power"] = sends(map[string]any{"action": "Kill"})
		all["POST "+base+"/servers/{id}/startup"] = sends(map[string]any{"invocation": "java -jar server.jar", "jdk_version": nil})
		all["POST "+base+"/servers/{id}/allocations"] = asks("name=x")
		all["PUT "+base+"/servers/{id}/allocations/{port}"] = asks("name=y")
		all["POST "+base+"/servers/{id}/subdomain"] = sends(map[string]any{"subdomain": "mengwu"})
		all["POST "+base+"/servers/{id}/mods"] = func(_ *authorised, o thing, _ string) request {
			return asJSON(map[string]any{"rinth_ids": map[string]any{"project_id": o["project"], "version_id": o["version"]}})
		}
		all["POST "+base+"/servers/{id}/deleteMod"] = func(w *authorised, o thing, _ string) request {
			if o["project"] != "" {
				w.stock(o) // it may have been deleted
			}
			return asJSON(map[string]any{"path": "/mods/a.jar"})
		}
		all["PUT "+base+"/servers/{id}/mods/{modId}"] = func(w *authorised, o thing, _ string) request {
			if o["project"] != "" {
				w.stock(o)
			}
			return asJSON(map[string]any{"version_id": o["version"]})
		}
		all["POST "+base+"/servers/{id}/mods/update"] = func(w *authorised, o thing, _ string) request {
			if o["project"] != "" {
				w.stock(o)
			}
			return asJSON(map[string]any{"replace": o["project"], "project_id": o["project"], "version_id": o["version"]})
		}
		for _, pin := range []string{"pin", "unpin"} {
			all["POST "+base+"/servers/{id}/mods/{project}/"+pin] = func(w *authorised, o thing, _ string) request {
				if o["project"] != "" {
					w.stock(o)
				}
				return request{}
			}
		}
		all["POST "+base+"/servers/{id}/name"] = sends(map[string]any{"name": "改名"})
		all["POST "+base+"/servers/{id}/suspend"] = sends(map[string]any{"suspended": true, "reason": because})
	}
	return all
}
