import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { backups } from '@/lib/hosting/backups'
import { installs } from '@/lib/hosting/installs'
import { serverLoaderText } from '@/lib/i18n/zh-Hans/server-loader'
import { toast } from '@/stores/toasts'
import { backedUp } from './backed-up'
import { nameOf, type Plan } from './model/plan'
import type { Before } from './model/progress'

const t = serverLoaderText.run
const MOST_NAME = 64

/** The step that this page takes, with its share where that is known. */
export type Run = { step: Before; share?: number | undefined }

/** The backup that should come first was not made. */
export class BackupFailed extends Error {}

type Around = { signal: AbortSignal; onRun: (run: Run) => void }

/** Makes the backup, accepts the licence, and asks for the installation: in this order, each after the one before. */
async function carryOut(client: QueryClient, server: string, plan: Plan, { signal, onRun }: Around): Promise<void> {
  const { wish, hard } = plan
  if (plan.backup) {
    onRun({ step: 'backup' })
    const name = t.backupName(nameOf(wish)).slice(0, MOST_NAME)
    const { id } = await backups.create(server, name, crypto.randomUUID())
    if (!(await backedUp(client, server, id, { signal, onShare: (share) => onRun({ step: 'backup', share }) }))) throw new BackupFailed()
  }
  onRun({ step: wish.kind === 'archive' ? 'upload' : 'send' })
  signal.throwIfAborted()
  if (plan.licence) await installs.acceptLicence(server)
  if (wish.kind === 'archive') {
    await installs.upload(server, wish.file, hard, { signal, onProgress: (share) => onRun({ step: 'upload', share }) })
  } else {
    await installs.reinstall(server, wish.request, hard, crypto.randomUUID())
  }
}

/** Carries out a plan. What is left of it ends with the page. */
export function useInstall(server: string) {
  const client = useQueryClient()
  const [run, setRun] = useState<Run>()
  const [given, setGiven] = useState<number>()
  const ended = useRef<AbortController>(undefined)
  useEffect(() => () => ended.current?.abort(), [])
  const mutation = useMutation({
    meta: { touches: ['servers'] },
    mutationFn: (plan: Plan) => {
      const controller = new AbortController()
      ended.current = controller
      return carryOut(client, server, plan, { signal: controller.signal, onRun: setRun })
    },
    onMutate: () => setGiven(undefined),
    onSuccess: () => setGiven(Date.now()),
    onSettled: () => setRun(undefined),
    onError: (error) => {
      if (error.name === 'AbortError') toast(t.stopped)
    },
  })
  const failed = mutation.isError && mutation.error.name !== 'AbortError' ? mutation.error : undefined
  return {
    plan: mutation.variables,
    run: mutation.isPending ? (run ?? { step: 'send' as const }) : undefined,
    failed,
    /** When the node was given it, in ms. */
    given,
    start: (plan: Plan) => mutation.mutate(plan),
    stop: () => ended.current?.abort(),
    forget: () => mutation.reset(),
  }
}
