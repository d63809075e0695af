import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ConsoleSocket, type BackupFrame, type Line } from '@/features/server/parts'
import { servers } from '@/lib/hosting/servers'
import { backupQueries } from './api'

const none: ReadonlyMap<string, BackupFrame> = new Map()
const ignore = () => undefined
const opened = (url: string): Line => new WebSocket(url) as unknown as Line

/**
 * What the node says of the backups that are on their way, while some are. Its end is not believed but read: a backup counts as made when
 * the site knows it.
 */
export function useProgress(id: string, listen: boolean): ReadonlyMap<string, BackupFrame> {
  const client = useQueryClient()
  const [frames, setFrames] = useState(none)
  useEffect(() => {
    if (!listen) return
    const { queryKey } = backupQueries.list(id)
    const backup = (frame: BackupFrame) => {
      setFrames((before) => new Map(before).set(frame.id, frame))
      if (frame.state !== 'ongoing') void client.invalidateQueries({ queryKey })
    }
    const socket = new ConsoleSocket(
      { status: ignore, arrived: ignore, power: ignore, uptime: ignore, stats: ignore, refused: ignore, backup },
      { auth: () => servers.socket(id), open: opened, random: Math.random },
    )
    socket.start()
    return () => {
      socket.stop()
      setFrames(none)
    }
  }, [client, id, listen])
  return frames
}
