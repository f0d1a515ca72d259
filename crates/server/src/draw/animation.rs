//! A game as an animated picture: one frame a position, of which only what has changed is drawn anew.

use std::borrow::Cow;
use std::collections::HashMap;

use gif::{Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

/// As many as a picture of this format can have.
const COLORS_MAX: usize = 256;
/// How much longer the last position is shown.
const LAST_LONGER: u16 = 4;

/// A picture of `count` frames, `delay_ms` each, which are painted one at a time; all must have one size. `None` if there are none, if
/// one cannot be painted, or if they are unlike.
#[must_use]
pub(crate) fn gif(count: usize, paint: impl Fn(usize) -> Option<Pixmap>, delay_ms: u32) -> Option<Vec<u8>> {
    let last = count.checked_sub(1)?;
    let first = paint(0)?;
    let (width, height) = (u16::try_from(first.width()).ok()?, u16::try_from(first.height()).ok()?);
    let mut palette = Palette::of(&[&first, &paint(last)?]);
    let mut encoder = Encoder::new(Vec::new(), width, height, &palette.bytes()).ok()?;
    encoder.set_repeat(Repeat::Infinite).ok()?;
    // In hundredths of a second, as the format has it.
    let delay = u16::try_from(delay_ms / 10).unwrap_or(u16::MAX);
    let mut shown: Option<Vec<u8>> = None;
    for n in 0..count {
        let pixels = paint(n).filter(|pixels| (pixels.width(), pixels.height()) == (first.width(), first.height()))?;
        let now = palette.indices(&pixels);
        let whole = Area { left: 0, top: 0, right: width, bottom: height };
        let changed = shown.map_or(whole, |before| Area::changed(&before, &now, width));
        let delay = if n == last { delay.saturating_mul(LAST_LONGER) } else { delay };
        encoder.write_frame(&changed.frame(&now, width, delay)).ok()?;
        shown = Some(now);
    }
    encoder.into_inner().ok()
}

/// The colors that are met most often, found by their five highest bits a channel: drawings have few, and their edges many.
struct Palette {
    colors: Vec<[u8; 3]>,
    /// Which of them is nearest to a color, by its bucket.
    nearest: HashMap<u16, u8>,
}

impl Palette {
    fn of(pictures: &[&Pixmap]) -> Self {
        let mut met: HashMap<u16, (usize, [u8; 3])> = HashMap::new();
        for color in pictures.iter().flat_map(|pixels| pixels.pixels()) {
            let rgb = [color.red(), color.green(), color.blue()];
            met.entry(bucket(rgb)).or_insert((0, rgb)).0 += 1;
        }
        let mut colors: Vec<_> = met.into_iter().collect();
        // By number, then by color: the same game gives the same bytes.
        colors.sort_unstable_by_key(|(bucket, (count, _))| (std::cmp::Reverse(*count), *bucket));
        Self { colors: colors.into_iter().take(COLORS_MAX).map(|(_, (_, rgb))| rgb).collect(), nearest: HashMap::new() }
    }

    fn bytes(&self) -> Vec<u8> {
        self.colors.concat()
    }

    fn indices(&mut self, pixels: &Pixmap) -> Vec<u8> {
        pixels.pixels().iter().map(|color| self.index([color.red(), color.green(), color.blue()])).collect()
    }

    fn index(&mut self, rgb: [u8; 3]) -> u8 {
        let Self { colors, nearest } = self;
        *nearest.entry(bucket(rgb)).or_insert_with(|| {
            let distance = |color: &[u8; 3]| -> i32 {
                color.iter().zip(rgb).map(|(one, other)| (i32::from(*one) - i32::from(other)).pow(2)).sum()
            };
            let best = colors.iter().enumerate().min_by_key(|(_, color)| distance(color));
            best.map_or(0, |(index, _)| index as u8)
        })
    }
}

fn bucket([red, green, blue]: [u8; 3]) -> u16 {
    u16::from(red >> 3) << 10 | u16::from(green >> 3) << 5 | u16::from(blue >> 3)
}

/// A part of the picture; right and bottom are outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Area {
    left: u16,
    top: u16,
    right: u16,
    bottom: u16,
}

impl Area {
    /// The smallest that holds all that has changed; one pixel if nothing has.
    fn changed(before: &[u8], now: &[u8], width: u16) -> Self {
        let mut area: Option<Self> = None;
        let wide = usize::from(width);
        for (at, _) in before.iter().zip(now).enumerate().filter(|(_, (before, now))| before != now) {
            let (x, y) = ((at % wide) as u16, (at / wide) as u16);
            let held = area.get_or_insert(Self { left: x, top: y, right: x + 1, bottom: y + 1 });
            *held = Self {
                left: held.left.min(x),
                top: held.top.min(y),
                right: held.right.max(x + 1),
                bottom: held.bottom.max(y + 1),
            };
        }
        area.unwrap_or(Self { left: 0, top: 0, right: 1, bottom: 1 })
    }

    fn frame(self, now: &[u8], width: u16, delay: u16) -> Frame<'static> {
        let rows = now.chunks(usize::from(width)).take(usize::from(self.bottom)).skip(usize::from(self.top));
        let pixels: Vec<u8> =
            rows.flat_map(|row| &row[usize::from(self.left)..usize::from(self.right)]).copied().collect();
        Frame {
            delay,
            left: self.left,
            top: self.top,
            width: self.right - self.left,
            height: self.bottom - self.top,
            buffer: Cow::Owned(pixels),
            ..Frame::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use resvg::tiny_skia::{Color, Paint, Rect, Transform};

    use super::*;

    fn picture(x: f32) -> Pixmap {
        let mut pixels = Pixmap::new(40, 30).expect("a size");
        pixels.fill(Color::from_rgba8(200, 160, 90, 255));
        let mut paint = Paint::default();
        paint.set_color_rgba8(20, 30, 160, 255);
        pixels.fill_rect(Rect::from_xywh(x, 10.0, 5.0, 5.0).expect("a rectangle"), &paint, Transform::identity(), None);
        pixels
    }

    #[test]
    fn what_is_read_back_is_what_was_drawn() {
        let frames = [picture(2.0), picture(12.0), picture(12.0), picture(30.0)];
        let bytes = gif(frames.len(), |n| frames.get(n).cloned(), 700).expect("a picture");
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut reader = options.read_info(bytes.as_slice()).expect("it is one");
        assert_eq!((reader.width(), reader.height()), (40, 30));
        let mut screen = vec![0; 40 * 30 * 4];
        let mut seen = Vec::new();
        while let Some(frame) = reader.read_next_frame().expect("a frame") {
            for (row, line) in frame.buffer.chunks(usize::from(frame.width) * 4).enumerate() {
                let at = ((usize::from(frame.top) + row) * 40 + usize::from(frame.left)) * 4;
                screen[at..at + line.len()].copy_from_slice(line);
            }
            seen.push((frame.delay, frame.width, frame.height, screen.clone()));
        }
        assert_eq!(seen.iter().map(|(delay, ..)| *delay).collect::<Vec<_>>(), [70, 70, 70, 280]);
        assert_eq!(
            seen.iter().map(|(_, width, height, _)| (*width, *height)).collect::<Vec<_>>(),
            [(40, 30), (15, 5), (1, 1), (23, 5)]
        );
        for ((.., screen), frame) in seen.iter().zip(&frames) {
            assert_eq!(screen.as_slice(), frame.data());
        }
    }

    #[test]
    fn no_frames_and_unlike_frames_make_no_picture() {
        assert_eq!(gif(0, |_| Some(picture(1.0)), 700), None);
        assert_eq!(gif(2, |_| None, 700), None);
        assert_eq!(gif(2, |n| Pixmap::new(10, 10 + n as u32), 700), None);
    }
}
