package server

import (
	"context"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/actor"
	"github.com/modyard/modyard/domain/server"
)

// Example is a server of the demonstration data.
type Example struct {
	Name                               string
	Loader, LoaderVersion, GameVersion string
	Port                               int
	Started                            bool // it runs from the beginning
}

// DemonstrationNode adds the node of the demonstration data, with the right to join at once.
func (s *Service) DemonstrationNode(ctx context.Context, by actor.Actor, name string, firstPort, lastPort int) (made NodeCode, err error) {
	err = s.demonstrate(ctx, by, func(ctx context.Context, tx *commands.Tx) error {
		made, err = s.addNode(ctx, tx, &addNode{Body: nodeInput{Name: name, FirstPort: firstPort, LastPort: lastPort}})
		return err
	})
	return made, err
}

// Demonstrate gives an account example servers on a node that has joined, marked as demonstration. They run the stand-in.
func (s *Service) Demonstrate(ctx context.Context, by actor.Actor, owner, node string, examples []Example) error {
	for _, example := range examples {
		var made Provisioned
		err := s.demonstrate(ctx, by, func(ctx context.Context, tx *commands.Tx) (err error) {
			made, err = s.provisionAs(ctx, tx, provisionInput{
				Owner: owner, Name: example.Name, Node: node, Port: example.Port, Plan: planInput{MemoryMiB: 512, CPUPercent: 50, DiskMiB: 1024},
				Software: softwareInput{Kind: server.StandIn, Loader: example.Loader, LoaderVersion: example.LoaderVersion, GameVersion: example.GameVersion},
			}, true)
			return err
		})
		if err != nil || !example.Started {
			if err != nil {
				return err
			}
			continue
		}
		err = s.demonstrate(ctx, actor.Actor{Account: owner}, func(ctx context.Context, tx *commands.Tx) error {
			e, err := get(ctx, tx, made.ID)
			if err != nil {
				return err
			}
			return e.Do(server.RequestPower{By: tx.By(), Action: server.Start, Connected: true, Now: tx.Now()})
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) demonstrate(ctx context.Context, by actor.Actor, do func(context.Context, *commands.Tx) error) error {
	_, err := s.Handler.Handle(ctx, commands.Request{Command: uuid.NewString(), By: by}, do)
	return err
}
