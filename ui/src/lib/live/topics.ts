/** The topics that a page can follow; see `GET /_internal/live`. */
export const inboxTopic = 'inbox'
export const queueTopic = 'queue'
/** One's own reports; for staff, all reports. */
export const reportsTopic = 'reports'
export const projectTopic = (id: string) => `project:${id}` as const

/** Queries that follow the inbox have this key prefix. */
export const inboxKey = ['notifications'] as const
