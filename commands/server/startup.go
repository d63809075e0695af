package server

import (
	"context"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/platform/argv"
)

type startupInput struct {
	Invocation *string `json:"invocation,omitempty" doc:"启动命令；空为默认"`
	JDKVersion *string `json:"jdk_version,omitempty" doc:"lts8、lts11、lts17、lts21 或 lts25；空为默认"`
	JDKBuild   *string `json:"jdk_build,omitempty" doc:"corretto、temurin 或 graal；空为默认"`
}

type changeStartup struct {
	commands.Named
	Body startupInput
}

// setStartup is POST /servers/{id}/startup. The command line is split by fixed rules, never by a shell.
func (s *Service) setStartup(ctx context.Context, tx *commands.Tx, in *changeStartup) error {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	c := server.SetStartup{
		By: tx.By(), Invocation: present(in.Body.Invocation), JDKVersion: present(in.Body.JDKVersion), JDKBuild: present(in.Body.JDKBuild),
	}
	if c.Arguments, err = argv.Split(c.Invocation); err != nil {
		c.Unsplit = true
	}
	if c.Java, err = s.Java(ctx, e.State().Node); err != nil {
		return err
	}
	return e.Do(c)
}

func present(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
