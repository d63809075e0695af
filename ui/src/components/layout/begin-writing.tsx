import { PenLine } from 'lucide-react'
import { Suspense, useRef, useState, type ReactNode } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { Bone, Loading, Note } from '@/components/ui/feedback'
import { cn } from '@/lib/cn'
import type { Address } from '@/lib/address'
import { PathLink } from './path-link'
import ui from '@/components/ui/ui.module.css'

type WritingProps = {
  standing: string | undefined
  /** Loads the composer, as soon as somebody seems to want it. */
  preload: () => Promise<unknown>
  signIn: Address
  words: { signIn: string; begin: string }
}

/** The button that begins a text, for who may, and the composer that it opens. */
export function useWriting({ standing, preload, signIn, words }: WritingProps) {
  const [writing, setWriting] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const prepare = () => void preload().catch(() => undefined)
  const close = () => {
    setWriting(false)
    // The button is there again after this render.
    requestAnimationFrame(() => opener.current?.focus())
  }
  const button =
    standing === 'signed-out' ? (
      <PathLink className={buttonClass({ kind: 'primary' })} {...signIn}>
        {words.signIn}
      </PathLink>
    ) : standing === 'may' && !writing ? (
      <Button ref={opener} kind="primary" onClick={() => setWriting(true)} onPointerEnter={prepare} onFocus={prepare}>
        <PenLine className={ui.icon} aria-hidden />
        {words.begin}
      </Button>
    ) : null
  const composer = (write: (close: () => void) => ReactNode) =>
    writing && standing === 'may' ? (
      <Suspense
        fallback={
          <Loading className={cn(ui.card, ui.cardPad, ui.pile)}>
            <Bone w="30%" h={22} />
            <Bone h={36} />
            <Bone h={280} />
          </Loading>
        }
      >
        {write(close)}
      </Suspense>
    ) : null
  return { button, composer }
}

/** Says that an address must be verified before anything is written, with the way there. */
export function UnverifiedNote({ words }: { words: { unverified: string; verify: string } }) {
  return (
    <Note
      tone="warn"
      actions={
        <PathLink className={buttonClass({ size: 'sm' })} to="/settings/$page" params={{ page: 'account' }}>
          {words.verify}
        </PathLink>
      }
    >
      {words.unverified}
    </Note>
  )
}
