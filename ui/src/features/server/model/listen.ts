import { servers } from '@/lib/hosting/servers'
import { ConsoleSocket, type Heard, type Line } from './socket'

export const opened = (url: string): Line => new WebSocket(url) as unknown as Line

const ignore = () => undefined
const nothing: Heard = { status: ignore, arrived: ignore, power: ignore, uptime: ignore, stats: ignore, refused: ignore }

/** Listens to some events of a server's console until the returned function is called. */
export function listen(server: string, heard: Partial<Heard>): () => void {
  const socket = new ConsoleSocket({ ...nothing, ...heard }, { auth: () => servers.socket(server), open: opened, random: Math.random })
  socket.start()
  return () => socket.stop()
}
