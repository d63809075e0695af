package audit

import "github.com/modyard/modyard/domain/server"

// servers are the decisions of the staff about hosted servers and their nodes. What owners and members do with theirs is in the
// history of the server.
func servers() []handler {
	return []handler{
		byStaff(ServerProvisioned, func(r *entry, p server.Provisioned) { r.About, r.Value = p.Owner, p.Node }),
		on(ServerSuspended, func(r *entry, p server.Suspended) { r.About, r.Value = p.Owner, string(p.Suspension) }),
		on(ServerUnsuspended, func(r *entry, p server.Unsuspended) { r.About = p.Owner }),
		byStaff(ServerDeleted, func(r *entry, p server.Deleted) { r.About = p.Owner }),
		byStaff(ServerReturned, func(r *entry, p server.Returned) { r.About = p.Owner }),
		byStaff(NodeAdded, func(r *entry, p server.NodeAdded) { r.Name = p.Name }),
		byStaff(NodeRetired, func(*entry, server.NodeRetired) {}),
	}
}
