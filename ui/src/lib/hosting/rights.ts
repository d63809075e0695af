import type { Server } from './servers'

const may = (bit: number) => (server: Pick<Server, 'current_user_permissions'>) => (server.current_user_permissions & (1 << bit)) !== 0

/** What the viewer may do with a server, by the bits of the hosting API. */
export const rights = {
  power: may(1),
  writeFiles: may(3),
  setup: may(4),
  backUp: may(5),
  advanced: may(6),
  reset: may(7),
  readFiles: may(9),
}
