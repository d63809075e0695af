import {
  Banknote,
  Cloud,
  CloudDownload,
  Code,
  Coffee,
  Flame,
  Gamepad2,
  Globe,
  HandHeart,
  Headphones,
  HeartHandshake,
  Leaf,
  Link,
  MessageCircle,
  MessagesSquare,
  PiggyBank,
  Plug,
  Tv,
  type LucideIcon,
} from 'lucide-react'
import ui from './ui.module.css'

const icons: Record<string, LucideIcon> = {
  site: Globe,
  afdian: HandHeart,
  bilibili: Tv,
  qq: MessageCircle,
  'qq-channel': MessagesSquare,
  kook: Headphones,
  discord: Gamepad2,
  modrinth: Leaf,
  curseforge: Flame,
  spigotmc: Plug,
  baidu: Cloud,
  quark: CloudDownload,
  github: Code,
  patreon: HeartHandshake,
  'ko-fi': Coffee,
  paypal: Banknote,
  'open-collective': PiggyBank,
}

/** The icon of a link's platform; a chain for others. */
export function PlatformIcon({ code }: { code: string }) {
  const Icon = icons[code] ?? Link
  return <Icon className={ui.icon} aria-hidden data-platform={icons[code] ? code : 'other'} />
}
