package store

import "github.com/modyard/modyard/contract/node"

// Installation is what is stored of a server's installations.
type Installation struct {
	// Done is the generation of the newest decision that was executed, well or not.
	Done uint64 `json:"done,omitempty"`
	// Software is what the last installation or restore has put in place; nil: none has.
	Software *node.Software `json:"software,omitempty"`
	// Origin is the modpack that Software came from, empty for none; nil: it is not known.
	Origin *node.InstallOrigin `json:"origin,omitempty"`
	Doing  *Installing         `json:"doing,omitempty"`
}

// Standing is the software in a server's folder, with its origin.
type Standing struct {
	Software node.Software       `json:"software"`
	Origin   *node.InstallOrigin `json:"origin,omitempty"`
}

// Steps of an installation at which it is taken up again.
const (
	// InstallBegun: nothing of the server's folder has changed; it begins anew.
	InstallBegun = "begun"
	// InstallSwapping: its moves are written down and may have been made; they are made again, or taken back.
	InstallSwapping = "swapping"
	// InstallSettled: all moves are made.
	InstallSettled = "settled"
	// InstallFailed: no move is made, and none will be; what was assembled goes.
	InstallFailed = "failed"
)

// Installing is an installation that has begun. It is stored before anything changes.
type Installing struct {
	node.InstallReport
	// Step is one of the constants Install….
	Step string `json:"step"`
	// Settings: the settings are to be written again.
	Settings bool `json:"settings,omitempty"`
	// Reason is why it has failed. What it is about is Subject of the report.
	Reason string `json:"reason,omitempty"`
	// Told: its start was reported.
	Told bool `json:"told,omitempty"`
	// Project and Version are those of the modpack that the site has decided.
	Project string `json:"project,omitempty"`
	Version string `json:"version,omitempty"`
	// Began is in milliseconds since 1970.
	Began int64 `json:"began"`
}

// Due says whether a desired state has an installation that was not executed.
func (i Installation) Due(d node.Desired) bool {
	return d.Install != nil && d.Install.Generation > i.Done
}

// Holds says whether a server must not start, since something is to be installed on it.
func (i Installation) Holds(d node.Desired) bool {
	return i.Doing != nil || i.Due(d) && !d.Install.Cancelled
}

// Installation is what is stored of a server's installations; the zero value if nothing is.
func (s *Store) Installation(server string) (i Installation, err error) {
	_, err = s.load(bucketInstall(), server, &i)
	return i, err
}

// Standing is what a server's folder has: what was put in place, or else what the desired state names.
func (s *Store) Standing(d node.Desired) (Standing, error) {
	i, err := s.Installation(d.Server)
	switch {
	case err != nil:
		return Standing{}, err
	case i.Software == nil:
		return Standing{Software: d.Software, Origin: i.Origin}, nil
	}
	return Standing{Software: *i.Software, Origin: i.Origin}, nil
}

// Stands stores what a server's folder has now, by other means than an installation.
func (s *Store) Stands(server string, now Standing) error {
	i, err := s.Installation(server)
	if err != nil {
		return err
	}
	i.Software, i.Origin = &now.Software, now.Origin
	return s.SaveInstallation(server, i)
}

// SaveInstallation is Save for what is known of a server's installations.
func (s *Store) SaveInstallation(server string, i Installation, reports ...node.Report) error {
	return s.save(bucketInstall(), server, i, reports...)
}
