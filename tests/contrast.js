// Every text on the page that is too faint against its ground, each pair of colours once.
// What WCAG asks: 4.5 to 1, or 3 to 1 for large letters. Pictures are asked by tests/test_figures.py.
() => {
  const canvas = document.createElement("canvas")
  canvas.width = canvas.height = 1
  const brush = canvas.getContext("2d", { willReadFrequently: true })
  const read = new Map() // a colour as CSS writes it -> red, green, blue, and how opaque, each up to 1

  function parts(colour) {
    if (!read.has(colour)) {
      brush.clearRect(0, 0, 1, 1)
      brush.fillStyle = colour
      brush.fillRect(0, 0, 1, 1)
      read.set(colour, [...brush.getImageData(0, 0, 1, 1).data].map((part) => part / 255))
    }
    return read.get(colour)
  }

  const over = ([r, g, b, a], ground) => [r, g, b].map((part, i) => part * a + ground[i] * (1 - a))

  // What lies under an element's letters: the colours of all that it stands in, painted on one another.
  function ground(element) {
    if (!element) return [1, 1, 1]
    const below = ground(element.parentElement)
    return over(parts(getComputedStyle(element).backgroundColor), below)
  }

  function opacity(element) {
    return element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1
  }

  function luminance(colour) {
    const linear = colour.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }

  function ratio(one, other) {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
    return (light + 0.05) / (dark + 0.05)
  }

  const letters = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const faint = new Map()
  while (letters.nextNode()) {
    const element = letters.currentNode.parentElement
    const text = letters.currentNode.data.trim()
    if (!text || element.closest("svg, script, style, noscript, :disabled")) continue
    const { width, height } = element.getBoundingClientRect()
    if (width <= 1 || height <= 1) continue // for screen readers alone
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    const style = getComputedStyle(element)
    const size = parseFloat(style.fontSize)
    const asked = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5
    const below = ground(element)
    const [r, g, b, a] = parts(style.color)
    const found = ratio(over([r, g, b, a * opacity(element)], below), below)
    if (found < asked) faint.set(`${style.color} on ${below}`, `${found.toFixed(2)}: ${text.slice(0, 40)}`)
  }
  return [...faint.values()]
}
