import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listen as listenTo, type BackupFrame } from '@/features/server/parts'
import { backupQueries } from './api'

const none: ReadonlyMap<string, BackupFrame> = new Map()

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
    const stop = listenTo(id, { backup })
    return () => {
      stop()
      setFrames(none)
    }
  }, [client, id, listen])
  return frames
}
