// Package node holds the documents that a site and the processes on its game hosts exchange: structs only.
//
// A node dials the site and keeps one WebSocket open. Each text frame is one Frame in JSON. The site sends desired states, the node
// sends reports and observations. A desired state is a whole document with a generation, so a lost, repeated or reordered frame does no
// harm: the highest generation holds. Reports have a sequence number and are repeated until the site acknowledges them.
package node
