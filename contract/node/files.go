package node

import "time"

// PathFiles is the path below which a node answers for the files of a server. The token names the server. Every path in a query or a body
// begins with one slash and is one of the server's folder.
//
//	GET    /list?path&page&page_size      FileList; pages count from 1
//	POST   /create?path&type              type is "file" (the body is its content) or "directory"
//	POST   /move                          Move
//	POST   /copy                          Move
//	PUT    /update?path                   the body is the new content; If-Match is an ETag of /download
//	DELETE /delete?path&recursive         what is deleted can be taken back for a day
//	GET    /download?path                 bytes, with an ETag; ranges are answered
//	GET    /archive?path                  a folder as one zip, as a stream; its length is not known
//	GET    /search?path&name              FileFound: what has the text in its name, in the folder and below it
//	GET    /trash                         Trash, newest first
//	POST   /trash/restore?id              puts it back where it was
//	DELETE /trash?id                      for good; without an id everything
//	POST   /unarchive?src&trg&override&dry Unarchived for dry=true, else FileOperation
//	GET    /ops                           FileOperations
//	POST   /ops/cancel?id, /ops/dismiss?id
const PathFiles = "/modyard/v0/fs"

// Limits of the file service.
const (
	// MaxPageSize is the largest page of a listing.
	MaxPageSize = 1000
	// MaxNameBytes is the longest name, and MaxDepth the deepest path.
	MaxNameBytes = 255
	MaxDepth     = 64
	// MaxUpload is the largest content of one request in bytes; the plan's disk may allow less.
	MaxUpload = 8 << 30
	// MaxFound is the largest number of entries that a search finds.
	MaxFound = 1000
)

// Types of a FileItem.
const (
	TypeFile      = "file"
	TypeDirectory = "directory"
	TypeSymlink   = "symlink"
	// TypeOther is a socket, a pipe or a device: it can only be deleted.
	TypeOther = "other"
)

// FileItem is an entry of a folder. Times are seconds since 1970.
type FileItem struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Path     string `json:"path"`
	Modified int64  `json:"modified"`
	Created  int64  `json:"created"`
	// Count is the number of entries of a folder.
	Count *int `json:"count,omitempty"`
	// Size is the length of a file in bytes.
	Size *int64 `json:"size,omitempty"`
	// Target is what a symbolic link names.
	Target string `json:"target,omitempty"`
}

// FileList is a page of a folder: folders first, then by name. Total is the number of pages.
type FileList struct {
	Items   []FileItem `json:"items"`
	Total   int        `json:"total"`
	Current int        `json:"current"`
	// Count is the number of entries in all pages.
	Count int `json:"count"`
	// Used and Room are bytes: what the server's folder holds, and what its plan allows; Room is 0 where there is no bound.
	Used int64 `json:"used"`
	Room int64 `json:"room"`
}

// FileFound is what a search has found, in the order of the paths. Folders have no Count.
type FileFound struct {
	Items []FileItem `json:"items"`
	// More says that more may be there: it has found as much as it may, or could not look at everything.
	More bool `json:"more"`
}

// Move names what is moved or copied, and where it shall be. It never replaces anything.
type Move struct {
	Source      string `json:"source"`
	Destination string `json:"destination"`
	// Parents makes the folders of the destination that are missing.
	Parents bool `json:"parents,omitempty"`
}

// Trashed is something that was deleted.
type Trashed struct {
	ID   string `json:"id"`
	Path string `json:"path"`
	Type string `json:"type"`
	Size int64  `json:"size"`
	// Deleted and Until are when it was deleted and when it is removed for good; it may be removed earlier where space ends.
	Deleted time.Time `json:"deleted"`
	Until   time.Time `json:"until"`
}

// Trash is what was deleted within a day.
type Trash struct {
	Items []Trashed `json:"items"`
}

// Unarchived is what an extraction would do.
type Unarchived struct {
	// ModpackName is the name of a modpack where the archive is one.
	ModpackName *string `json:"modpack_name"`
	// Conflicts are the paths that exist already; at most 100 are named.
	Conflicts []string `json:"conflicting_files"`
	Entries   int      `json:"entries"`
	Bytes     int64    `json:"bytes"`
}

// States of a FileOperation.
const (
	OperationQueued      = "queued"
	OperationOngoing     = "ongoing"
	OperationDone        = "done"
	OperationCancelled   = "cancelled"
	OperationCorrupted   = "failed-corrupted"
	OperationInvalidPath = "failed-invalid-path"
	// OperationTooLarge: the archive is larger than what is left of the disk, or compressed beyond measure.
	OperationTooLarge = "failed-too-large"
	// OperationConflict: something exists where an entry would be.
	OperationConflict = "failed-conflict"
	OperationFailed   = "failed"
)

// FileOperation is an extraction on its way, or ended and not dismissed. Progress is from 0 to 1.
type FileOperation struct {
	ID          string    `json:"id"`
	Op          string    `json:"op" enum:"unarchive"`
	Src         string    `json:"src"`
	Target      string    `json:"trg"`
	State       string    `json:"state"`
	Progress    float64   `json:"progress"`
	Bytes       int64     `json:"bytes_processed"`
	Files       int       `json:"files_processed"`
	CurrentFile string    `json:"current_file"`
	Started     time.Time `json:"started"`
}

// FileOperations are the operations of a server's files, newest first.
type FileOperations struct {
	All []FileOperation `json:"all"`
}

// FileFault is the body of a refused request. Description is a sentence in the language of the site.
type FileFault struct {
	Error       string `json:"error"`
	Description string `json:"description"`
	Field       string `json:"field,omitempty"`
}

// Codes of a FileFault.
const (
	// FileInvalid (400): a path or parameter is not valid; Field names it.
	FileInvalid = "invalid"
	// FileExists (400): something is there already.
	FileExists = "already_exists"
	// FileNotEmpty (400): a folder that is not empty was to be deleted without recursive.
	FileNotEmpty = "not_empty"
	// FileWrongType (400): it is a folder where a file is needed, or the other way round, or neither.
	FileWrongType = "wrong_type"
	// FileUnauthorized (401), FileForbidden (403: another scope, a suspended server), FileNotFound (404).
	FileUnauthorized = "unauthorized"
	FileForbidden    = "forbidden"
	FileNotFound     = "not_found"
	// FileChanged (412): the file is not the one of If-Match.
	FileChanged = "changed"
	// FileTooLarge (413): more than MaxUpload.
	FileTooLarge = "too_large"
	// FileBusy (409): too many operations run, or the server is being changed as a whole.
	FileBusy = "busy"
	// FileTooMany (429): too many requests at a time.
	FileTooMany = "too_many"
	// FileQuota (507): the plan's disk is full. Nothing was changed.
	FileQuota = "quota_disk"
)
