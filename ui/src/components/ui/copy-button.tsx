import { Check, Copy, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '@/lib/copy'
import { uiText as t } from '@/lib/i18n/zh-Hans/ui'
import ui from './ui.module.css'
import css from './copy-button.module.css'

type CopyButtonProps = {
  text: string
  label: string
  children?: string
  className?: string
  /** The icon of the copied item, in place of the copy icon. */
  icon?: LucideIcon
}

/** Copies a text and confirms it for a moment. */
export function CopyButton({ text, label, children, className = css.root, icon = Copy }: CopyButtonProps) {
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), 1_500)
    return () => clearTimeout(timer)
  }, [done])
  const Icon = done ? Check : icon
  return (
    <button
      type="button"
      className={className}
      aria-label={done ? t.copied : label}
      title={done ? t.copied : label}
      onClick={() => void copyText(text).then(setDone)}
    >
      {children}
      <Icon className={ui.icon14} aria-hidden />
    </button>
  )
}
